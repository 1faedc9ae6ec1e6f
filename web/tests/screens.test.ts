// What screens decide by themselves: what the end suggests, and who may play again.
import { cleanup, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Connection } from "../src/lib/connection.svelte";
import { loadGame, type Game } from "../src/lib/game";
import { hands } from "../src/lib/hands.svelte";
import { router } from "../src/lib/router.svelte";
import {
  Problem,
  server,
  type GameAbout,
  type Held,
  type Replay,
  type SeatAbout,
  type TableAbout,
} from "../src/lib/server";
import { say } from "../src/lib/words";
import Ending from "../src/screens/Ending.svelte";
import Seats from "../src/screens/Seats.svelte";
import Waiting from "../src/screens/Waiting.svelte";
import { comes } from "./comes";
import { raw } from "./recordings";

const NAMES = ["Anna", "Ben"];
const seats = (...changes: Partial<SeatAbout>[]) =>
  NAMES.map((name, seat) => ({ seat, kind: "person", name, bot: null, away: false, stand_in: null, ...changes[seat] }));
const OPTIONS: Record<string, GameAbout["options"]> = {
  mole_rats: [{ name: "challenge", says: "Challenge", values: [false, true], default: false, seat: false }],
  mole_park: [{ name: "king", says: "King Mole", values: [1, 2], default: 1, seat: true }],
};

beforeEach(() => {
  localStorage.clear();
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  vi.spyOn(server, "log").mockReturnValue(new Promise(() => undefined)); // the dice are another test's
  vi.spyOn(server, "replay").mockResolvedValue({ seat: 0, count: 0, names: NAMES, start: {}, steps: [] });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The end of a table, as seat 0 sees it. */
async function ending(
  id: string,
  winners: number[],
  options: Record<string, unknown>,
  names = NAMES,
  game = "mole_park",
  asked = false,
) {
  const result = { scores: [1, 1], points: [1, 1], winners, rule: "MR-01", why: "" };
  const table = { id, game, options, result, seats: seats(), rematch: null } as unknown as TableAbout;
  const about = {
    id: game,
    cooperative: game === "mole_rats",
    points_name: "points",
    options: OPTIONS[game],
  } as GameAbout;
  const { recording } = raw.find(({ recording }) => recording.game === game)!;
  const view = { ...recording.end, options, winners, ended: "MR-01", king: Number(options.king) - 1 };
  const send = vi.fn();
  const props = {
    connection: { send, names, sights: [] } as unknown as Connection,
    table,
    result,
    own: [0],
    game: await loadGame(game),
    about,
    view,
    asked,
    onclose: () => undefined,
  };
  const { container, rerender } = render(Ending, props);
  await comes(() => expect(server.replay).toHaveBeenCalled());
  return { container, send, update: (changes: Partial<TableAbout>) => rerender({ table: { ...table, ...changes } }) };
}

/** How often these have won together, as the end tells: null as long as it does not suggest the challenge. */
async function dared(id: string, options = { challenge: false }, winners = [0, 1], names = NAMES) {
  const { container } = await ending(id, winners, options, names, "mole_rats");
  const told = container.querySelector(".dare")?.textContent ?? null;
  cleanup();
  return told;
}

test("after three wins by the same people the challenge is suggested (MR-31)", async () => {
  expect(await dared("one")).toBeNull();
  expect(await dared("two")).toBeNull();
  expect(await dared("two"), "the same table again").toBeNull();
  expect(await dared("lost", { challenge: false }, [])).toBeNull();
  expect(await dared("others", { challenge: false }, [0, 1], ["Cleo", "Ben"])).toBeNull();
  expect(await dared("three", { challenge: false }, [0, 1], ["Ben", "Anna"])).toContain("3");
  expect(await dared("four", { challenge: true }), "who plays it knows it").toBeNull();
});

test("the challenge is opened for the same people, with its option", async () => {
  const open = vi.spyOn(server, "open").mockResolvedValue({ id: "next", host: "", tokens: {} });
  for (const id of ["one", "two"]) await dared(id);
  const { container } = await ending("three", [0, 1], { challenge: false }, NAMES, "mole_rats");
  await comes(() => expect(container.querySelector(".dare button")).not.toBeNull());
  container.querySelector<HTMLElement>(".dare button")!.click();
  expect(open.mock.calls[0]![0]).toMatchObject({
    game: "mole_rats",
    options: { challenge: true },
    seats: [{ kind: "here", name: "Anna" }, { kind: "open" }],
  });
});

test.each([
  ["the winner", [1], 1, "Ben"],
  ["the same one if nobody won", [0, 1], 2, "Ben"],
  ["the same one if nobody won", [], 1, "Anna"],
])("in a rematch of Mole Park King Mole is %s (MP-05)", async (_, winners, king, name) => {
  const { container, send } = await ending("park", winners, { king });
  expect(container.textContent).toContain(`${name} is King Mole`);
  container.querySelector<HTMLElement>(".buttons .main")!.click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ do: "rematch" });
});

/** An answer that comes when the test says so. */
function later<T>() {
  let answer: (value: T) => void = () => undefined;
  return { promise: new Promise<T>((resolve) => (answer = resolve)), answer: (value: T) => answer(value) };
}

test.each([
  [false, true],
  [true, false],
])("an end that was asked for (%s) answers at once, one that comes by itself does not", async (asked, deaf) => {
  const { container } = await ending("again", [0], {}, NAMES, "mole_park", asked);
  expect(container.querySelector<HTMLElement>("dialog .inside")!.inert).toBe(deaf);
});

test("anyone who leaves the end while its graph is being asked for is asked nothing more", async () => {
  const { promise, answer } = later<Replay>();
  vi.mocked(server.replay).mockReturnValue(promise);
  await ending("park", [0], { king: 1 });
  cleanup();
  answer({ seat: 0, count: 400, names: NAMES, start: {}, steps: [{ number: 0, actor: 0, move: {}, events: [] }] });
  await promise;
  await tick();
  expect(server.replay).toHaveBeenCalledOnce();
});

test("how the game went is drawn from the events of its replay, asked for page by page", async () => {
  const { recording } = raw.find(({ name }) => name === "mole_park")!;
  const steps = recording.steps.map(({ events }, number) => ({ number, actor: 0, move: {}, events }));
  const page = { seat: 0, count: steps.length, names: NAMES, start: { ...recording.start } };
  vi.mocked(server.replay).mockImplementation(async (_, first) => ({
    ...page,
    steps: first ? steps.slice(20) : steps.slice(0, 20),
  }));
  const { container } = await ending("park", [0], { king: 1 });
  await comes(() => expect(container.querySelector("polyline")).not.toBeNull());
  expect(server.replay).toHaveBeenCalledTimes(2);
  expect(container.querySelector("polyline")!.getAttribute("points")!.split(" ")).toHaveLength(steps.length);
});

test("a rematch is followed once, however often the table changes meanwhile", async () => {
  const { promise, answer } = later<Held>();
  const follow = vi.spyOn(server, "rematch").mockReturnValue(promise);
  const go = vi.spyOn(router, "go").mockReturnValue();
  const { container, update } = await ending("park", [0], { king: 1 });
  container.querySelector<HTMLElement>(".buttons .main")!.click();
  for (const watching of [0, 1, 2]) await update({ rematch: "next", watching });
  answer({ id: "next", seats: [1], host: false });
  await comes(() => expect(go).toHaveBeenCalledExactlyOnceWith("#/t/next"));
  expect(follow).toHaveBeenCalledExactlyOnceWith("park");
});

test("once more against bots begins at once, and a hand stays one", async () => {
  vi.spyOn(server, "rematch").mockResolvedValue({ id: "next", seats: [1], host: false });
  const go = vi.spyOn(router, "go").mockReturnValue();
  hands.set("park", true);
  const { container, update } = await ending("park", [0], { king: 1 });
  container.querySelector<HTMLElement>(".buttons .main")!.click();
  await update({ rematch: "next", seats: seats({}, { kind: "bot", bot: "fair" }) as TableAbout["seats"] });
  await comes(() => expect(go).toHaveBeenCalledExactlyOnceWith("#/t/next?start&hand"));
  hands.set("park", false);
});

test("anyone who can't take their seats along is told so, stays, and may try again", async () => {
  const follow = vi.spyOn(server, "rematch").mockRejectedValue(new Problem("too-fast", "Wait a moment.", 429));
  const go = vi.spyOn(router, "go").mockReturnValue();
  const { container, update } = await ending("park", [0], { king: 1 });
  const button = container.querySelector<HTMLButtonElement>(".buttons .main")!;
  button.click();
  await update({ rematch: "next" });
  await comes(() => expect(container.querySelector("[role=alert]")?.textContent).toBe("Wait a moment."));
  expect(go).not.toHaveBeenCalled();
  follow.mockResolvedValue({ id: "next", seats: [1], host: false });
  button.click();
  await comes(() => expect(go).toHaveBeenCalledExactlyOnceWith("#/t/next"));
});

test("anyone who has gone elsewhere is not taken to the rematch after all", async () => {
  const { promise, answer } = later<Held>();
  vi.spyOn(server, "rematch").mockReturnValue(promise);
  const go = vi.spyOn(router, "go").mockReturnValue();
  const { container, update } = await ending("park", [0], { king: 1 });
  container.querySelector<HTMLElement>(".buttons .main")!.click();
  await update({ rematch: "next" });
  cleanup();
  answer({ id: "next", seats: [1], host: false });
  await promise;
  await tick();
  expect(go).not.toHaveBeenCalled();
});

/** The seats as Anna sees them, with what she can do at each. */
function sitting(now: number, connection: Partial<Connection>, ...changes: Partial<SeatAbout>[]) {
  const table = { status: "playing", seats: seats(...changes), result: null } as unknown as TableAbout;
  const send = vi.fn();
  const { container } = render(Seats, {
    connection: { send, names: NAMES, pending: [0], deadlines: {}, game: null, ...connection } as unknown as Connection,
    table,
    you: { seats: [0], host: true },
    view: {} as never,
    preview: null,
    column: true,
    now,
    onshow: () => undefined,
  });
  return { container, found: [...container.querySelectorAll<HTMLElement>("button.act")], send };
}
const buttons = (now: number, ...changes: Partial<SeatAbout>[]) => sitting(now, {}, ...changes);

test("a seat says how long its decision may still take, or that it is made", () => {
  const decided = vi.fn((_: unknown, seat: number) => seat === 1);
  const game = { rules: { decided }, board: { Plate: () => undefined }, words: {} } as unknown as Game;
  const { container } = sitting(100, { game, deadlines: { 0: 130 } });
  const told = [...container.querySelectorAll("small")].map((state) => state.textContent);
  expect(told).toEqual([say("deciding-for", { seconds: 30 }), say("decided")]);
  expect(
    decided.mock.calls.every(([, seat]) => seat === 1),
    "who has to decide has not decided",
  ).toBe(true);
});

test("anyone who comes back plays again", () => {
  const { found, send } = buttons(0, { stand_in: "fair" });
  expect(found).toHaveLength(1);
  found[0]!.click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ do: "take_back", seat: 0 });
});

test("a bot may play for somebody who has been away for a minute", () => {
  expect(buttons(150, {}, { away: true, away_since: 100 }).found).toHaveLength(0);
  cleanup();
  const { found, send } = buttons(170, {}, { away: true, away_since: 100 });
  found[0]!.click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ do: "stand_in", seat: 1 });
  cleanup();
  expect(buttons(170, {}, { away: true, away_since: 100, stand_in: "fair" }).found).toHaveLength(0);
});

/** A table before the start, as somebody sees it who holds these seats. */
function waiting(held: number[], spectators: boolean, ...changes: Partial<SeatAbout>[]) {
  return waitingAt({ spectators, seats: seats(...changes) }, held);
}

function waitingAt(more: object, held: number[] = []) {
  vi.spyOn(server, "game").mockRejectedValue(new Error("not needed"));
  const table = { id: "one", game: "target_rats", seats: seats(), options: {}, box: {}, spectators: true, ...more };
  const props = {
    connection: { refusal: null } as Connection,
    table: table as unknown as TableAbout,
    about: null,
    route: "#/t/t",
  };
  return render(Waiting, { ...props, you: { seats: held, host: false } }).container;
}

test("who comes to an imported game is told that somebody may know what is hidden", () => {
  expect(waitingAt({}).textContent).not.toContain(say("imported-is"));
  expect(waitingAt({ imported: true }).textContent).toContain(say("imported-is"));
});

test("a seat is taken once, however often it is touched", async () => {
  const sit = vi.spyOn(server, "sit").mockReturnValue(new Promise(() => undefined));
  const seat = waiting([], true, {}, { kind: "open" }).querySelector<HTMLElement>(".empty button.main")!;
  seat.click();
  await tick();
  seat.click();
  expect(sit).toHaveBeenCalledOnce();
});

test("anyone who comes to a full table is told so and shown a way out, and is not asked to bring friends", () => {
  const stranger = waiting([], true);
  expect(stranger.textContent).toContain(say("table-full"));
  expect(stranger.textContent).toContain(say("table-full-watch"));
  expect(stranger.textContent).not.toContain(say("invite"));
  expect(stranger.querySelector("section.full a")?.getAttribute("href")).toBe("#/");
  cleanup();
  expect(waiting([], false).textContent).toContain(say("table-full-help"));
  cleanup();
  expect(waiting([0], true).textContent, "who sits there may").toContain(say("invite"));
  cleanup();
  expect(waiting([], true, {}, { kind: "open" }).textContent, "a free seat is for everybody").toContain(say("invite"));
});
