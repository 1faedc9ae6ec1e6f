// The chat: somebody can report what others say.
import { cleanup, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { announcements } from "../src/lib/announce.svelte";
import type { Connection } from "../src/lib/connection.svelte";
import { Problem, server } from "../src/lib/server";
import { say } from "../src/lib/words";
import Chat from "../src/screens/Chat.svelte";
import { comes } from "./comes";

const line = (number: number, seat: number | null, text: string) => ({ number, seat, name: "Host", text, at: 0 });
const CHAT = [line(50, 0, "mine"), line(51, 1, "theirs"), line(52, null, "the host's")];

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function chat(seat: number | null, host = false): HTMLElement {
  const connection = { id: "abc", chat: CHAT, names: ["Anna", "Ben"], send: vi.fn() } as unknown as Connection;
  return render(Chat, { connection, seat, host, off: false }).container;
}

const reports = (page: HTMLElement) =>
  [...page.querySelectorAll("li")].map((row) => row.querySelector<HTMLButtonElement>("button"));

test.each([
  [0, false, [false, true, true]],
  [1, true, [true, false, false]],
  [null, false, [true, true, true]],
])("seat %s, host %s: what others say can be reported", (seat, host, wanted) => {
  expect(reports(chat(seat, host)).map(Boolean)).toEqual(wanted);
});

test("a line is reported once, by its number, and it is said so", async () => {
  const report = vi.spyOn(server, "report").mockResolvedValue({ id: "abc", line: 51 });
  const page = chat(0);
  reports(page)[1]!.click();
  await comes(() => expect(page.querySelector("small")?.textContent).toBe(say("chat-reported")));
  expect(announcements.lines.at(-1)?.says, "and read out").toBe(say("chat-reported"));
  expect(report.mock.calls).toEqual([["abc", 51]]);
  expect(reports(page)[1]).toBeNull();
});

test("that a line can't be reported is said, too", async () => {
  vi.spyOn(server, "report").mockRejectedValue(new Problem("too-fast", "Wait a little.", 429));
  const page = chat(0);
  reports(page)[2]!.click();
  await tick();
  await comes(() => expect(page.querySelector("small")?.textContent).toBe("Wait a little."));
  expect(announcements.lines.at(-1)?.says).toBe("Wait a little.");
});
