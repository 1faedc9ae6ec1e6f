// A lesson at the table screen: what it tells, what it points at, how a wrong try is answered, and how it ends.
import { cleanup, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { announcements } from "../src/lib/announce.svelte";
import { Lesson } from "../src/lib/lesson.svelte";
import { sightsOf } from "../src/lib/recording";
import { router } from "../src/lib/router.svelte";
import { memory, server, type GameAbout, type LessonStep } from "../src/lib/server";
import { say, wordsWith } from "../src/lib/words";
import Table from "../src/screens/Table.svelte";
import catalogue from "../../src/molehill/games/honeymoon/words.en.ftl?raw";
import { comes } from "./comes";
import { raw } from "./recordings";
import { Socket } from "./socket";

vi.hoisted(() => {
  const wide = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  window.matchMedia = () => wide as unknown as MediaQueryList;
});

const ABOUT = {
  id: "honeymoon",
  name: "Honeymoon",
  options: [],
  min_seats: 1,
  max_seats: 6,
  ready: true,
  lesson: true,
};
const words = wordsWith(catalogue);
const { game, recording } = raw.find(({ name }) => name === "honeymoon")!;
const { view, events, legal, choices } = sightsOf(game, recording)[1]!;
const [asked, other] = [choices[2]!, choices[0]!];
const STEPS: LessonStep[] = [
  { name: "goal", rule: "HM-19", do: [] },
  { name: "start", rule: "HM-07", do: [asked.move, asked.move] },
  { name: "end", rule: "HM-14", do: [] },
];

beforeEach(() => {
  localStorage.clear();
  router.go("#/t/one");
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
  const bots = ["easy", "fair"].map((name) => ({ name, says: name }));
  vi.spyOn(server, "games").mockResolvedValue({ games: [ABOUT as unknown as GameAbout], bots, left_out: [] });
  vi.spyOn(server, "lesson").mockResolvedValue({ seats: 2, steps: STEPS });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The table of a lesson after so many of its moves. */
async function lessonAt(made: number) {
  const { container } = render(Table, { id: "one" });
  const socket = Socket.all.at(-1)!;
  socket.open();
  const seats = recording.names.map((name, seat) => ({ seat, kind: "person", name, away: false, stand_in: null }));
  const dice = { commit: "", secret: null, luck: [] };
  const about = { id: "one", game: "honeymoon", status: "playing", seats, hints: false, watching: 0, result: null };
  const table = (lesson: number) => ({ ...about, dice, lesson });
  const sight = { seat: 0, first: 0, events, legal, can_undo: false, view: { ...view, seat: 0 } };
  const known = { now: 0, pending: [0], deadlines: {}, chat: { first: 0, lines: [] } };
  const frame = { seq: 7, you: { seats: [0], host: true }, table: table(made), sights: [sight], ...known };
  socket.say({ say: "welcome", ...frame });
  await comes(() => expect(container.querySelector(".told")).not.toBeNull());
  const tell = async (lesson: number) => {
    socket.say({ say: "update", seq: 8 + lesson, now: 0, done: null, pending: [0], sights: [], table: table(lesson) });
    await tick();
  };
  return { container, socket, tell };
}
const told = (box: HTMLElement) => box.querySelector(".told")!.textContent!.trim();
const button = (box: HTMLElement, words: string) =>
  [...box.querySelectorAll("button")].find((each) => each.textContent?.trim() === words);

test("the goal comes first, then what to do, which is pointed at on the board", async () => {
  const { container, tell } = await lessonAt(0);
  expect(told(container)).toBe(words.say("lesson-goal"));
  expect(announcements.lines.map(({ says }) => says)).toContain(words.say("lesson-goal"));
  expect(container.querySelector("path.aim"), "nothing is pointed at yet").toBeNull();
  button(container, say("learn-next"))!.click();
  await tick();
  expect(told(container)).toBe(words.say("lesson-start"));
  expect(container.querySelector("path.aim"), "the move is pointed at").not.toBeNull();
  expect(button(container, say("learn-next")), "the next thing to do is the move").toBeUndefined();
  expect(button(container, say("undo")), "nothing is taken back").toBeUndefined();
  await tell(1);
  expect(told(container), "it has two moves").toBe(words.say("lesson-start"));
  await tell(2);
  expect(told(container)).toBe(words.say("lesson-end"));
});

test("a wrong try is answered with the words of the step, or with the reason of the rules", async () => {
  const { container, socket, tell } = await lessonAt(0);
  button(container, say("learn-next"))!.click();
  await tick();
  button(container, say("bar-all-moves", { count: choices.length }))!.click();
  await tick();
  button(container.querySelector(".bar ul")!, `${other.says} ${other.note ?? ""}`.trim())!.click();
  const sent = socket.sent.at(-1)!;
  expect(sent).toMatchObject({ do: "move", move: other.move });
  socket.say({ say: "refused", key: sent.key, code: "lesson", why: "Not now.", rule: null, seq: 7 });
  await tick();
  expect(container.querySelector(".refusal p")!.textContent!.trim()).toBe(words.say("lesson-start-wrong"));
  socket.say({ say: "refused", key: null, code: "rule", why: "Too short.", rule: "HM-06", seq: 7 });
  await tick();
  expect(container.querySelector(".refusal p")!.textContent).toContain("Too short.");
  expect(container.querySelector(".refusal button")!.textContent).toContain("HM-06");
  await tell(0);
  expect(told(container), "nothing has changed").toBe(words.say("lesson-start"));
});

test.each([
  ["skipped with one touch", 0, "learn-skip"],
  ["over", 2, "learn-real"],
])("when it is %s, a real game against the easy bot begins", async (_, made, way) => {
  const open = vi.spyOn(server, "open").mockResolvedValue({ id: "two", host: "h", tokens: {} });
  const leave = vi.spyOn(server, "leave").mockResolvedValue({ id: "one", seats: [], host: false });
  const { container } = await lessonAt(made);
  button(container, say(way))!.click();
  await comes(() => expect(router.route).toBe("/t/two?start"));
  const { seats } = open.mock.calls[0]![0];
  expect(seats.map(({ kind, bot }) => bot ?? kind)).toEqual(["here", "easy", "easy"]);
  expect(leave).toHaveBeenCalledWith("one", 0);
  expect(memory.tables().map(({ id }) => id)).toEqual(["two"]);
});

test("a step that is only told is passed over when the move after it is made", async () => {
  const lesson = new Lesson("honeymoon");
  await comes(() => expect(lesson.steps).toHaveLength(3));
  expect([lesson.step!.name, lesson.asks, lesson.over]).toEqual(["goal", null, false]);
  lesson.made = 1;
  expect([lesson.step!.name, lesson.asks, lesson.over]).toEqual(["start", asked.move, false]);
  lesson.made = 2;
  expect([lesson.step!.name, lesson.asks, lesson.over]).toEqual(["end", null, true]);
});

test("a lesson whose last step is a move ends after it", async () => {
  vi.spyOn(server, "lesson").mockResolvedValue({ seats: 2, steps: STEPS.slice(0, 2) });
  const lesson = new Lesson("honeymoon");
  await comes(() => expect(lesson.steps).toHaveLength(2));
  lesson.made = 2;
  expect([lesson.step, lesson.over]).toEqual([null, true]);
});

test("the goal can be seen at any time, and leads to its clause", async () => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  vi.spyOn(server, "game").mockReturnValue(new Promise(() => undefined)); // the rulebook is another test's
  const { container } = await lessonAt(0);
  button(container, say("show-goal"))!.click();
  await tick();
  const dialog = document.querySelector<HTMLElement>("dialog")!;
  expect(dialog.textContent).toContain(words.say("goal").replace(" (HM-19)", ""));
  button(dialog, say("read-rule", { rule: "HM-19" }))!.click();
  const tab = () => container.querySelector("[role=tab][aria-selected=true]")!.textContent!.trim();
  await comes(() => expect(tab()).toBe(say("tab-rules")));
});
