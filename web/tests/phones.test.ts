// Friends in one room: an invitation never shows a code that no phone can open, and the host alone can change that.
import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { hands } from "../src/lib/hands.svelte";
import { isHereOnly } from "../src/lib/phones.svelte";
import { Problem, server, type PhonesAbout } from "../src/lib/server";
import { say } from "../src/lib/words";
import Invite from "../src/screens/Invite.svelte";
import { comes } from "./comes";

const nothing: PhonesAbout = { offered: false, open: false, urls: [] };

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** An invitation to a table, from a page at localhost; the server says this of phones. */
async function invite(told: PhonesAbout | Problem) {
  vi.spyOn(server, "phones").mockImplementation(() =>
    told instanceof Problem ? Promise.reject(told) : Promise.resolve(told),
  );
  const { container } = render(Invite, { route: "#/t/table1" });
  await comes(() => expect(container.querySelector("p, button")).not.toBeNull());
  return {
    container,
    link: () => container.querySelector<HTMLInputElement>("input:not([type=radio])")?.value,
    button: (word: string) =>
      [...container.querySelectorAll("button")].find(({ textContent }) => textContent === say(word)),
  };
}

test.each([
  ["http://localhost:8000/", true],
  ["http://127.0.0.1:8000/", true],
  ["http://[::1]:8000/", true],
  ["http://192.168.1.5:8000/", false],
  ["https://localhost.example.org/", false],
])("whether %s is for this machine only: %s", (address, only) => expect(isHereOnly(address)).toBe(only));

test("where no phone can open the link that is said, and the host may let phones join and stop it again", async () => {
  const { container, link, button } = await invite({ ...nothing, offered: true });
  expect(container.querySelector("svg")).toBeNull();
  expect(link()).toBeUndefined();
  expect(container.textContent).toContain(say("share-here-only"));
  const asked = vi.spyOn(server, "letPhonesJoin");
  asked.mockResolvedValueOnce({
    offered: true,
    open: true,
    urls: ["http://192.168.1.5:8000/", "http://10.0.0.4:8000/"],
  });
  await fireEvent.click(button("phones-let")!);
  await comes(() => expect(link()).toBe("http://192.168.1.5:8000/#/t/table1"));
  expect(container.querySelector("svg")).not.toBeNull();
  await fireEvent.click(container.querySelectorAll("input[type=radio]")[1]!);
  expect(link()).toBe("http://10.0.0.4:8000/#/t/table1");
  asked.mockResolvedValueOnce({ ...nothing, offered: true });
  await fireEvent.click(button("phones-stop")!);
  await comes(() => expect(link()).toBeUndefined());
  expect(asked.mock.calls).toEqual([[true], [false]]);
});

test("anyone who may not change it is told who can", async () => {
  for (const told of [nothing, new Problem("offline", "", 0)]) {
    const { container, button } = await invite(told);
    expect(container.textContent).toContain(say("share-here-help"));
    expect(button("phones-let")).toBeUndefined();
    cleanup();
  }
});

test("why phones can't be let in is said in words", async () => {
  const { container, button } = await invite({ ...nothing, offered: true });
  vi.spyOn(server, "letPhonesJoin").mockRejectedValue(new Problem("not-now", "No network.", 409));
  await fireEvent.click(button("phones-let")!);
  await comes(() => expect(container.querySelector("[role=alert]")?.textContent).toBe("No network."));
  expect(button("phones-let")!.disabled).toBe(false);
});

test("a public address is what the link has, wherever it is made", async () => {
  const { link, button } = await invite({ ...nothing, urls: ["https://games.example.org/mole/"] });
  expect(link()).toBe("https://games.example.org/mole/#/t/table1");
  expect(button("phones-let")).toBeUndefined();
});

test("which tables this device is a hand at is kept", () => {
  hands.set("one", true);
  hands.set("two", true);
  hands.set("one", false);
  expect([hands.at("one"), hands.at("two")]).toEqual([false, true]);
  expect(JSON.parse(localStorage.getItem("molehill-hands")!)).toEqual(["two"]);
});
