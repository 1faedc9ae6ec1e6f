// A game that the server is still making ready: anyone who wants to play it sees how far it is, and it opens by itself.
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Waiting } from "../src/lib/preparation.svelte";
import { router } from "../src/lib/router.svelte";
import { Problem, server, type GameAbout, type Preparation } from "../src/lib/server";
import { say } from "../src/lib/words";
import Lobby from "../src/screens/Lobby.svelte";
import OpenTable from "../src/screens/OpenTable.svelte";
import Table from "../src/screens/Table.svelte";
import { recordings } from "./recordings";
import { Socket } from "./socket";

// The screens ask at once how wide they are, which a pretended browser does not know.
vi.hoisted(() => {
  const wide = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  window.matchMedia = () => wide as unknown as MediaQueryList;
});

const far = (rules: number, bots = 0, trouble: string | null = null): Preparation => ({
  game: "honeymoon",
  rules,
  bots,
  trouble,
});
const honeymoon = (ready: boolean) =>
  ({
    id: "honeymoon",
    name: "Honeymoon",
    room: "sky",
    min_seats: 1,
    max_seats: 6,
    minutes: [10, 20],
    age: 8,
    blurb: "",
    options: [],
    ready,
  }) as unknown as GameAbout;
const BOTS = [{ name: "fair", says: "" }];
const GETTING = say("getting-ready", { game: "Honeymoon" });

/** What the server answers, one after the other; the last one again and again. */
function answers(...told: (Preparation | Problem)[]) {
  return async () => {
    const next = told.length > 1 ? told.shift()! : told[0]!;
    if (next instanceof Problem) throw next;
    return next;
  };
}

const bar = (box: HTMLElement) => box.querySelector<HTMLElement>('[role="progressbar"]');
const button = (box: HTMLElement, words: string) =>
  [...box.querySelectorAll("button")].find((each) => each.textContent?.trim() === words)!;
const seen = () => vi.advanceTimersByTimeAsync(0);
const later = () => vi.advanceTimersByTimeAsync(500);

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  vi.spyOn(server, "tables").mockResolvedValue({ tables: [] });
  vi.spyOn(server, "open").mockResolvedValue({ id: "table-1", host: "", tokens: {} });
  vi.spyOn(router, "go").mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a game is asked for once, and then how far it is", async () => {
  const prepare = vi.spyOn(server, "prepare").mockImplementation(answers(far(0)));
  const ask = vi.spyOn(server, "preparation").mockImplementation(answers(far(0.5), far(1)));
  const waiting = Waiting.for("honeymoon");
  const ready = waiting.until("rules");
  await later();
  expect(waiting.told?.rules).toBe(0.5);
  await later();
  expect(await ready).toBe(true);
  expect([prepare.mock.calls.length, ask.mock.calls.length]).toEqual([1, 2]);
});

test("a lost connection is waited for, a table that is not there is not", async () => {
  const offline = new Waiting(answers(new Problem("offline", "", 0), far(1)));
  const ready = offline.until("rules");
  await later();
  expect(await ready).toBe(true);
  expect(await new Waiting(answers(new Problem("no-table", "", 404))).until("rules")).toBe(false);
});

test("nobody asks any more when nobody waits", async () => {
  const ask = vi.fn(answers(far(0.1)));
  const waiting = new Waiting(ask);
  const ready = waiting.until("rules");
  await seen();
  waiting.stop();
  await later();
  expect(await ready).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
});

async function lobby(ready: boolean) {
  vi.spyOn(server, "games").mockResolvedValue({ games: [honeymoon(ready)], bots: BOTS, left_out: [] });
  const { container, unmount } = render(Lobby);
  await seen();
  return { container, unmount, play: () => button(container, say("play-now")).click() };
}

test("Play now shows how far the game is, and then the table opens by itself", async () => {
  vi.spyOn(server, "prepare").mockImplementation(answers(far(0)));
  vi.spyOn(server, "preparation").mockImplementation(answers(far(0.42), far(1)));
  const { container, play } = await lobby(false);
  play();
  await seen();
  expect(bar(container)?.getAttribute("aria-valuenow")).toBe("0");
  await later();
  expect(bar(container)?.getAttribute("aria-valuenow")).toBe("42");
  expect(bar(container)?.getAttribute("aria-label")).toBe(GETTING);
  expect(server.open).not.toHaveBeenCalled();
  await later();
  expect(router.go).toHaveBeenCalledExactlyOnceWith("#/t/table-1?start");
  expect(bar(container)).toBeNull();
});

test("a game that is ready opens without a word", async () => {
  const prepare = vi.spyOn(server, "prepare");
  const { container, play } = await lobby(true);
  play();
  expect(bar(container)).toBeNull();
  await seen();
  expect(router.go).toHaveBeenCalledExactlyOnceWith("#/t/table-1?start");
  expect(prepare).not.toHaveBeenCalled();
});

test("a game that has become ready meanwhile shows no bar", async () => {
  vi.spyOn(server, "prepare").mockImplementation(answers(far(1, 1)));
  const { container, play } = await lobby(false);
  play();
  await seen();
  expect(bar(container)).toBeNull();
  expect(router.go).toHaveBeenCalledTimes(1);
});

test("who cancels or leaves opens no table", async () => {
  vi.spyOn(server, "prepare").mockImplementation(answers(far(0.3)));
  vi.spyOn(server, "preparation").mockImplementation(answers(far(1)));
  const { container, play, unmount } = await lobby(false);
  play();
  await seen();
  button(container, say("cancel")).click();
  await later();
  expect(bar(container)).toBeNull();
  play();
  await seen();
  unmount();
  await later();
  expect(server.open).not.toHaveBeenCalled();
});

test("what did not work is told in words", async () => {
  vi.spyOn(server, "prepare").mockImplementation(answers(far(0, 0, "It could not be made ready.")));
  const { container, play } = await lobby(false);
  play();
  await seen();
  expect(container.querySelector('[role="alert"]')?.textContent).toContain("It could not be made ready.");
  expect(button(container, say("play-now")).disabled).toBe(false);
});

test("a table is made ready while it is arranged, and who is quicker waits", async () => {
  const prepare = vi.spyOn(server, "prepare").mockImplementation(answers(far(0.1)));
  vi.spyOn(server, "preparation").mockImplementation(answers(far(0.6), far(1)));
  const { container } = render(OpenTable, { game: honeymoon(false), bots: BOTS, onclose: () => undefined });
  await seen();
  expect(prepare).toHaveBeenCalledExactlyOnceWith("honeymoon");
  expect(bar(container), "nobody waits yet").toBeNull();
  container.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  await later();
  expect(bar(container)?.getAttribute("aria-valuenow")).toBe("60");
  await later();
  expect(router.go).toHaveBeenCalledExactlyOnceWith("#/t/table-1");
});

// ---- at the table ----------------------------------------------------------------------------------------------------

/** What is seen at the table, because its board may be loaded and drawn at any time. */
const { names, frames } = recordings("honeymoon").find((match) => match.names.length > 1)!;

function welcome(pending: number[]) {
  const seat = (seat: number, kind: string) => ({ seat, kind, name: kind, bot: null, away: false, stand_in: null });
  const table = {
    id: "table-1",
    game: "honeymoon",
    status: "playing",
    seats: names.map((_, k) => seat(k, k ? "bot" : "person")),
    options: {},
    box: {},
    dice: {},
  };
  const sight = { seat: 0, view: frames[0]!.view, first: 0, events: [], legal: [], can_undo: false };
  const said = { say: "welcome", seq: 1, now: 0, you: { seats: [0], host: true }, table, pending, deadlines: {} };
  return { ...said, sights: [sight], chat: { first: 0, lines: [] } };
}

async function atTable(...told: Preparation[]) {
  vi.stubGlobal("WebSocket", Socket);
  vi.spyOn(server, "games").mockResolvedValue({ games: [honeymoon(false)], bots: BOTS, left_out: [] });
  const ask = vi.spyOn(server, "preparationAt").mockImplementation(answers(...told));
  const { container } = render(Table, { id: "table-1" });
  await seen();
  return { container, ask };
}

test("who comes by a link sees how far the game is until the table opens", async () => {
  const { container, ask } = await atTable(far(0.2), far(0.8));
  expect(ask, "most tables open at once").not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(700);
  expect(bar(container)?.getAttribute("aria-valuenow")).toBe("20");
  expect(container.textContent).toContain(GETTING);
  await later();
  expect(bar(container)?.getAttribute("aria-valuenow")).toBe("80");
  Socket.all.at(-1)!.say(welcome([0]));
  await seen();
  expect(bar(container)).toBeNull();
});

test("a bot that can't think yet is said to be waking up, until it can", async () => {
  const { container } = await atTable(far(1, 0.3), far(1, 0.9), far(1, 1));
  Socket.all.at(-1)!.say(welcome([0, 1]));
  await seen();
  expect(bar(container)).toBeNull();
  await vi.advanceTimersByTimeAsync(700);
  expect(bar(container)?.getAttribute("aria-valuenow")).toBe("30");
  expect(bar(container)?.getAttribute("aria-label")).toBe(say("bots-waking"));
  await later();
  expect(bar(container)?.getAttribute("aria-valuenow")).toBe("90");
  await later();
  expect(bar(container)).toBeNull();
});

test("a person who takes long to decide is no reason to ask", async () => {
  const { ask } = await atTable(far(1, 1));
  Socket.all.at(-1)!.say(welcome([0]));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).not.toHaveBeenCalled();
});
