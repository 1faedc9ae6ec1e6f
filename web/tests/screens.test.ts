// What screens decide by themselves: what the end suggests, and who may play again.
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Live } from "../src/lib/live.svelte";
import { server, type GameAbout, type SeatAbout, type TableAbout } from "../src/lib/server";
import { gameWords, say } from "../src/lib/words";
import Ending from "../src/screens/Ending.svelte";
import Seats from "../src/screens/Seats.svelte";
import Waiting from "../src/screens/Waiting.svelte";

const NAMES = ["Anna", "Ben"];
const seats = (...changes: Partial<SeatAbout>[]) =>
  NAMES.map((name, seat) => ({ seat, kind: "person", name, bot: null, away: false, stand_in: null, ...changes[seat] }));

beforeEach(() => {
  localStorage.clear();
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  vi.spyOn(server, "replay").mockResolvedValue({ count: 0, names: NAMES, start: {} as never, steps: [] });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The end of a table, as seat 0 sees it. */
async function ending(game: string, id: string, winners: number[], options: Record<string, unknown>, names = NAMES) {
  const result = { scores: [1, 1], points: [1, 1], winners, rule: "MR-01", why: "" };
  const table = { id, game, options, result, seats: seats(), rematch: null } as unknown as TableAbout;
  const about = { id: game, cooperative: game === "mole_rats" } as GameAbout;
  const send = vi.fn();
  const live = { send } as unknown as Live;
  const props = { table, names, own: [0], live, game: about, sheet: [], onclose: () => undefined };
  const { container } = render(Ending, { ...props, say: await gameWords(game) });
  await vi.waitFor(() => expect(server.replay).toHaveBeenCalled());
  return { container, send };
}

/** How often these have won together, as the end tells: null as long as it does not suggest the challenge. */
async function dared(id: string, options = { challenge: false }, winners = [0, 1], names = NAMES) {
  const { container } = await ending("mole_rats", id, winners, options, names);
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
  const { container } = await ending("mole_rats", "three", [0, 1], { challenge: false });
  await vi.waitFor(() => expect(container.querySelector(".dare button")).not.toBeNull());
  container.querySelector<HTMLElement>(".dare button")!.click();
  expect(open.mock.calls[0]![0]).toMatchObject({
    game: "mole_rats",
    options: { challenge: true },
    seats: [{ kind: "here", name: "Anna" }, { kind: "open" }],
  });
});

test.each([
  ["whoever won", [1], 1, "Ben"],
  ["the same one if nobody won", [0, 1], 2, "Ben"],
  ["the same one if nobody won", [], 1, "Anna"],
])("in a rematch of Mole Park King Mole is %s (MP-05)", async (_, winners, king, name) => {
  const { container, send } = await ending("mole_park", "park", winners, { king });
  const told = [...container.querySelectorAll("p")].find((line) => line.textContent?.includes("MP-05"));
  expect(told?.textContent).toContain(`${name} is King Mole`);
  container.querySelector<HTMLElement>(".buttons .main")!.click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ do: "rematch" });
});

/** The buttons that Anna has at her seat and at Ben's. */
function buttons(now: number, ...changes: Partial<SeatAbout>[]) {
  const table = { status: "playing", seats: seats(...changes), pending: [0], result: null } as unknown as TableAbout;
  const send = vi.fn();
  const { container } = render(Seats, {
    table,
    you: { seats: [0], host: true },
    names: NAMES,
    live: { send } as unknown as Live,
    board: null,
    view: null,
    sayGame: null,
    preview: null,
    column: true,
    now,
    onshow: () => undefined,
  });
  return { found: [...container.querySelectorAll<HTMLElement>("button.act")], send };
}

test("whoever comes back plays again", () => {
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
  vi.spyOn(server, "game").mockRejectedValue(new Error("not needed"));
  const table = { id: "one", game: "target_rats", seats: seats(...changes), options: {}, box: {}, spectators };
  const props = {
    live: { refusal: null } as Live,
    table: table as unknown as TableAbout,
    address: "http://here/#/t/one",
  };
  return render(Waiting, { ...props, you: { seats: held, host: false } }).container;
}

test("whoever comes to a full table is told so and shown a way out, and is not asked to bring friends", () => {
  const stranger = waiting([], true);
  expect(stranger.textContent).toContain(say("table-full"));
  expect(stranger.textContent).toContain(say("table-full-watch"));
  expect(stranger.textContent).not.toContain(say("invite"));
  expect(stranger.querySelector("section.full a")?.getAttribute("href")).toBe("/");
  cleanup();
  expect(waiting([], false).textContent).toContain(say("table-full-help"));
  cleanup();
  expect(waiting([0], true).textContent, "who sits there may").toContain(say("invite"));
  cleanup();
  expect(waiting([], true, {}, { kind: "open" }).textContent, "a free seat is for everybody").toContain(say("invite"));
});
