// The table screen: what it shows of what the connection tells, and what it sends for what is touched.
import { cleanup, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { View } from "../src/lib/board";
import { sightsOf } from "../src/lib/recording";
import { server, type GameAbout, type SightFrame } from "../src/lib/server";
import { say } from "../src/lib/words";
import Table from "../src/screens/Table.svelte";
import { comes } from "./comes";
import { raw } from "./recordings";
import { Socket } from "./socket";

// The screens ask at once how wide they are, which a pretended browser does not know.
const device = vi.hoisted(() => {
  const wide = Object.assign(new EventTarget(), { matches: true });
  window.matchMedia = () => wide as unknown as MediaQueryList;
  return {
    turn(matches: boolean) {
      wide.matches = matches;
      wide.dispatchEvent(new Event("change"));
    },
  };
});

const ABOUT = ["honeymoon", "moledozer"].map(
  (id) =>
    ({
      id,
      name: id,
      secrets: id === "moledozer",
      cooperative: false,
      points_name: "points",
      options: [],
    }) as unknown as GameAbout,
);

beforeEach(() => {
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
  vi.spyOn(server, "games").mockResolvedValue({ games: ABOUT, bots: [], left_out: [] });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Given {
  match: string;
  step: number;
  held?: number[];
  more?: object;
  /** What is to be seen before anything is tested. */
  until?: string;
}

/** A table as it stands after some steps of a recorded match, seen by those who hold these seats. */
async function at({ match, step, held = [0], more = {}, until = ".board" }: Given) {
  const { game, recording } = raw.find(({ name }) => name === match)!;
  const { view, events, legal } = sightsOf(game, recording)[step]!;
  const sight = (seat: number | null): SightFrame => ({
    seat,
    first: 0,
    events: events.map((event) => ({ ...event })),
    legal: seat === 0 ? legal : [],
    can_undo: true,
    view: { ...view, seat } as View & Record<string, unknown>,
  });
  const seats = recording.names.map((name, seat) => ({ seat, kind: "person", name, away: false, stand_in: null }));
  const dice = { commit: "", secret: null, luck: [] };
  const told = { id: "one", game: game.id, status: "playing", seats, hints: true, watching: 0, result: null, dice };
  const table = { ...told, ...more };
  const { container } = render(Table, { id: "one" });
  const socket = Socket.all.at(-1)!;
  socket.open();
  const frame = {
    say: "welcome",
    seq: 7,
    now: 0,
    you: { seats: held, host: false },
    table,
    pending: [0],
    deadlines: {},
  };
  const sights = held.length ? held.map(sight) : [sight(null)];
  socket.say({ ...frame, sights: "sights" in more ? more.sights : sights, chat: { first: 0, lines: [] } });
  await comes(() => expect(container.querySelector(until)).not.toBeNull());
  await tick();
  return { container, socket, choices: sightsOf(game, recording)[step]!.choices };
}
const button = (box: HTMLElement, words: string) =>
  [...box.querySelectorAll("button")].find((each) => each.textContent?.trim() === words)!;
const log = (box: HTMLElement) => box.querySelector(".log")!.textContent!;

test("it shows what is asked, what has happened and what may be done", async () => {
  const { container } = await at({ match: "honeymoon", step: 1 });
  expect(container.querySelector(".ask")!.textContent).toBe("The die shows 5: dig 5 cells in a straight line.");
  expect(log(container)).toContain("The die shows 5.");
  expect(document.title).toContain("honeymoon");
  expect(document.title).not.toBe("honeymoon");
});

test("a hint is told in words, pointed at and followed", async () => {
  const { container, socket, choices } = await at({ match: "honeymoon", step: 1 });
  button(container, say("hint")).click();
  expect(socket.sent.at(-1)).toEqual({ do: "hint", seat: 0 });
  const { recording } = raw.find(({ name }) => name === "honeymoon")!;
  const best = {
    move: recording.steps[1]!.legal[2]!,
    worth: 0.5,
    gives_up: 0,
    sure: "close" as const,
    score: 0.5,
    points: 3,
    line: [],
  };
  socket.say({ say: "hint", seat: 0, seq: 7, moves: [best] });
  await tick();
  expect(container.querySelector(".hint")!.textContent).toContain(choices[2]!.seen!.says);
  expect(container.querySelector(".hint")!.textContent).not.toContain("%");
  button(container, say("hint-numbers")).click();
  await tick();
  expect(container.querySelector(".hint")!.textContent).toContain(say("hint-versus", { percent: 50 }));
  expect(container.querySelector(".note")!.textContent, "it is shown as if it were aimed at").toContain(
    choices[2]!.seen!.says,
  );
  button(container, say("do-that")).click();
  expect(socket.sent.at(-1)).toMatchObject({ do: "move", seat: 0, move: choices[2]!.move, seq: 7 });
  await tick();
  expect(container.querySelector(".hint")).toBeNull();
});

test("a move can be taken back", async () => {
  const { container, socket } = await at({ match: "honeymoon", step: 1 });
  button(container, say("undo")).click();
  expect(socket.sent.at(-1)).toMatchObject({ do: "undo", seat: 0, seq: 7 });
});

test("what its owner has to remember is not kept in the log, unless the table keeps it open", async () => {
  const dealt = "Player 1 got";
  expect(log((await at({ match: "moledozer", step: 1 })).container)).not.toContain(dealt);
  cleanup();
  const { container } = await at({ match: "moledozer", step: 1, more: { keep_open: true } });
  expect(log(container)).toContain(dealt);
});

test("what stood beside the board does not lie over it when the device is turned", async () => {
  const { container } = await at({ match: "honeymoon", step: 1 });
  const panel = () => container.querySelector(".panel-button")!.getAttribute("aria-expanded");
  expect(panel()).toBe("true");
  device.turn(false);
  await tick();
  expect(panel()).toBe("false");
  device.turn(true);
  await tick();
  expect(panel()).toBe("true");
});

test("with secrets the device is handed over before anything is shown", async () => {
  const { container } = await at({ match: "moledozer", step: 1, held: [1, 0], until: "main .state" });
  expect(container.textContent).toContain(say("hand-over", { player: "Player 1" }));
  expect(container.querySelector(".board")).toBeNull();
  expect(log(container)).toBe(say("log-hidden"));
  button(container, say("hand-over-ready", { player: "Player 1" })).click();
  await tick();
  expect(container.querySelector(".board")).not.toBeNull();
});

test("who may not look on is told so", async () => {
  const { container } = await at({
    match: "honeymoon",
    step: 1,
    held: [],
    more: { sights: [] },
    until: "[href='#/'].main",
  });
  expect(container.textContent).toContain(say("no-spectators"));
});
