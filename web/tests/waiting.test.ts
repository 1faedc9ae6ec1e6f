// Before the start, and when somebody goes: nobody is asked twice, or left without knowing why.
import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Connection } from "../src/lib/connection.svelte";
import { LONGEST_NAME } from "../src/lib/names";
import { memory, server, type SeatAbout, type TableAbout, type You } from "../src/lib/server";
import { say } from "../src/lib/words";
import SeatNews from "../src/screens/SeatNews.svelte";
import Seats from "../src/screens/Seats.svelte";
import Waiting from "../src/screens/Waiting.svelte";
import { comes } from "./comes";

const seat = (number: number, more: Partial<SeatAbout> = {}): SeatAbout => ({
  seat: number,
  kind: "person",
  name: ["Anna", "Ben", "Cleo"][number]!,
  bot: null,
  away: false,
  away_since: null,
  stand_in: null,
  left: false,
  ...more,
});
const free = (number: number) => seat(number, { kind: "open", name: "" });
const tableOf = (seats: SeatAbout[], more: object = {}) =>
  ({ id: "one", game: "any", status: "open", seats, options: {}, box: {}, spectators: true, ...more }) as TableAbout;

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(server, "phones").mockResolvedValue({ offered: false, open: false, urls: [] });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function waiting(seats: SeatAbout[], you: You) {
  const connection = { refusal: null, again: vi.fn(), send: vi.fn(), starting: false } as unknown as Connection;
  return render(Waiting, { connection, table: tableOf(seats), you, about: null, route: "#/t/one" }).container;
}
const button = (container: Element, word: string) =>
  [...container.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === say(word));

test("anyone who sits already is not asked for a name, until somebody else at this device sits down", async () => {
  memory.rename("Anna");
  const sit = vi.spyOn(server, "sit").mockResolvedValue({ seat: 1, token: "" });
  const container = waiting([seat(0), free(1), free(2)], { seats: [0], host: true });
  expect(container.textContent).not.toContain(say("your-name"));
  await fireEvent.click(button(container, "sit-too")!);
  const field = container.querySelector<HTMLInputElement>(".too input")!;
  expect(field.value).toBe("");
  await fireEvent.input(field, { target: { value: "Ben" } });
  await fireEvent.submit(container.querySelector(".too")!);
  expect(sit).toHaveBeenCalledExactlyOnceWith("one", 1, "Ben");
  await comes(() => expect(container.querySelector(".too")).toBeNull());
  expect(memory.name(), "the device's person is still called the same").toBe("Anna");
});

test.each([
  ["a guest", { seats: [1], host: false }, say("start-waits-guest", { free: 1 })],
  ["somebody who looks in", { seats: [], host: false }, say("start-waits-guest", { free: 1 })],
  ["the host", { seats: [0], host: true }, say("start-waits-host")],
])("%s is told why the start waits", (_, you, why) => {
  const container = waiting([seat(0), seat(1), free(2)], you);
  expect(button(container, "start")!.disabled).toBe(true);
  expect(container.textContent).toContain(why);
});

test("when everybody is here nothing is said about waiting", () => {
  const container = waiting([seat(0), seat(1)], { seats: [1], host: false });
  expect(button(container, "start")!.disabled).toBe(false);
  expect(container.querySelector(".waits")).toBeNull();
});

test("a name may be as long as the server allows, in letters of any script", async () => {
  const container = waiting([free(0)], { seats: [], host: false });
  const field = container.querySelector<HTMLInputElement>("label input")!;
  const name = "𐌰".repeat(LONGEST_NAME);
  await fireEvent.input(field, { target: { value: name } });
  expect(field.value).toBe(name);
  await fireEvent.input(field, { target: { value: `${name}b` } });
  expect(field.value).toBe(name);
});

test.each([
  ["before the start", { status: "open" }, free(1), say("seat-given-up", { names: "Ben" })],
  [
    "in a game",
    { status: "playing" },
    seat(1, { left: true, stand_in: "fair" }),
    say("seat-given-up-bot", { names: "Ben" }),
  ],
])("that somebody has given up a seat is said %s, once", async (_, state, after, told) => {
  const { container, rerender } = render(SeatNews, { table: tableOf([seat(0), seat(1)], state), own: [0] });
  expect(container.textContent.trim()).toBe("");
  await rerender({ table: tableOf([seat(0), after], state) });
  expect(container.textContent.trim()).toBe(told);
  cleanup();
  const fresh = render(SeatNews, { table: tableOf([seat(0), after], state), own: [0] });
  expect(fresh.container.textContent.trim(), "anyone who comes later is told by the seat itself").toBe("");
  await fresh.rerender({ table: tableOf([seat(0), after], { ...state, watching: 1 }) });
  expect(fresh.container.textContent.trim()).toBe("");
});

test("nobody is told that they have given up their own seat, or that somebody is away", async () => {
  const { container, rerender } = render(SeatNews, { table: tableOf([seat(0), seat(1)]), own: [0] });
  await rerender({ table: tableOf([free(0), seat(1, { away: true, stand_in: "fair" })]), own: [0] });
  expect(container.textContent.trim()).toBe("");
});

/** The chips of a phone, opened. */
async function opened() {
  const table = tableOf([seat(0), seat(1)], { status: "playing", result: null });
  const connection = { names: ["Anna", "Ben"], pending: [], deadlines: {}, game: null } as unknown as Connection;
  const rest = { you: { seats: [0], host: true }, view: null, preview: null, column: false, now: 0 };
  const { container } = render(Seats, { connection, table, ...rest, onshow: () => undefined });
  const list = container.querySelector("ul")!;
  await fireEvent.click(list.querySelector("button")!);
  expect(list.classList).toContain("open");
  return list;
}

test.each([
  ["a touch beside it", () => fireEvent.pointerDown(document.body)],
  ["Escape", () => fireEvent.keyDown(window, { key: "Escape" })],
  ["going back", () => history.back()],
])("the phone's list of seats is closed by %s", async (_, close) => {
  const list = await opened();
  await fireEvent.pointerDown(list.querySelector("li")!);
  expect(list.classList, "a touch inside leaves it open").toContain("open");
  const gone = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
  await close();
  await gone; // what was added to the history for it is taken away again
  await tick();
  expect(list.classList).not.toContain("open");
});
