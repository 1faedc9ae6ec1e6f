// Between two files of tests nothing is left: all of them share one pretended browser (`pretended.ts`).
import { cleanup } from "@testing-library/svelte";
import { afterAll, vi } from "vitest";

afterAll(async () => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  document.body.replaceChildren();
  await vi.dynamicImportSettled(); // a board that is still on its way would come apart
  vi.resetModules();
});

// jsdom draws nothing, so no size ever changes there.
window.ResizeObserver ??= class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
