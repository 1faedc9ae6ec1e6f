// The lobby is built from what the server says: it knows no game by itself.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import Lobby from "../src/screens/Lobby.svelte";
import { Problem, server, type GameAbout } from "../src/lib/server";
import { say } from "../src/lib/words";
import { comes } from "./comes";

vi.hoisted(() => {
  const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  window.matchMedia = () => wide as unknown as MediaQueryList;
});

const about = (id: string, room: GameAbout["room"], more: Partial<GameAbout> = {}) =>
  ({
    id,
    room,
    name: `The ${id}`,
    blurb: `All about ${id}.`,
    colour: "#123456",
    picture: null,
    minutes: [5, 9],
    min_seats: 2,
    max_seats: 4,
    age: 7,
    designer: "",
    options: [],
    ready: true,
    ...more,
  }) as unknown as GameAbout;

type Tables = ReturnType<typeof server.tables>;

async function lobby(games: GameAbout[], leftOut: { id: string; says: string }[] = [], tables?: Tables) {
  vi.spyOn(server, "games").mockResolvedValue({ games, bots: [{ name: "fair", says: "" }], left_out: leftOut });
  vi.spyOn(server, "tables").mockReturnValue(tables ?? Promise.resolve({ tables: [] }));
  const { container } = render(Lobby);
  if (!tables) await comes(() => expect(container.querySelector(".soon")).toBeNull());
  return container;
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("a game that nobody here has heard of has its room, where it says, in its colour, with its picture", async () => {
  const deep = about("deep", "ground", { picture: "modules/deep/picture.svg" });
  const container = await lobby([deep, about("high", "sky"), about("flat", "field")]);
  const rooms = [...container.querySelectorAll<HTMLElement>(".room")];
  expect(rooms.map((room) => room.querySelector("h2")!.textContent)).toEqual(["The high", "The flat", "The deep"]);
  expect(rooms.map((room) => room.classList.contains("right"))).toEqual([false, true, false]);
  expect(rooms.map((room) => room.parentElement!.className.split(" ")[0])).toEqual(["sky", "field", "earth"]);
  expect(rooms[2]!.style.getPropertyValue("--accent")).toBe("#123456");
  expect(rooms[2]!.querySelector("img")!.getAttribute("src")).toBe(`${document.baseURI}modules/deep/picture.svg`);
  expect(rooms[0]!.querySelector("img"), "it brings none").toBeNull();
  expect(rooms[0]!.querySelector(".scene use")!.getAttribute("href")).toBe("#lobby-room");
  expect(rooms[0]!.textContent).toContain("All about high.");
  expect(rooms[0]!.textContent).toContain(say("players", { range: "2–4" }));
});

test("the games come together with their tables, so that nothing moves under a finger; or alone after a second", async () => {
  vi.useFakeTimers();
  const tables = [{ id: "table-1", game: "high", status: "open", seats: [{ kind: "open" }] }];
  let tell!: (found: { tables: never[] }) => void;
  for (const late of [false, true]) {
    const container = await lobby([about("high", "sky")], [], new Promise((resolve) => (tell = resolve)));
    await vi.advanceTimersByTimeAsync(999);
    expect(container.querySelector(".room")).toBeNull();
    if (late) await vi.advanceTimersByTimeAsync(1);
    else tell({ tables: tables as never[] });
    await vi.advanceTimersByTimeAsync(0);
    expect(container.querySelectorAll(".room")).toHaveLength(1);
    expect(container.querySelectorAll(".room .tables a")).toHaveLength(late ? 0 : 1);
    cleanup();
  }
  vi.useRealTimers();
});

test("why a game can't be begun is said where that was tried", async () => {
  const container = await lobby([about("high", "sky"), about("deep", "ground")]);
  const why = "You have many tables that are not finished.";
  const open = vi.spyOn(server, "open").mockRejectedValue(new Problem("too-many-tables", why, 429));
  const room = container.querySelector(".room.deep")!;
  room.querySelector<HTMLElement>("button.main")!.click();
  await comes(() => expect(room.querySelector("[role=alert]")?.textContent).toBe(why));
  expect(container.querySelectorAll("[role=alert]:not(:empty)")).toHaveLength(1);
  open.mockReturnValue(new Promise(() => undefined));
  room.querySelector<HTMLElement>("button.main")!.click();
  await tick();
  expect(room.querySelector("[role=alert]"), "it is tried again").toBeNull();
});

test("a link that leads to no table is refused below its field", async () => {
  const container = await lobby([about("high", "sky")]);
  const form = container.querySelector("footer form")!;
  await fireEvent.input(form.querySelector("input")!, { target: { value: "no link at all!" } });
  await fireEvent.submit(form);
  expect(container.querySelector("footer [role=alert]")!.textContent).toBe(say("join-not"));
});

test("what is installed and can't be played is said", async () => {
  const says = "Liar's Dice can't be loaded.";
  expect((await lobby([], [{ id: "liars_dice", says }])).querySelector("footer")!.textContent).toContain(says);
});

test("a table of this device is called by the name that the server gives its game", async () => {
  localStorage.setItem("molehill-tables", JSON.stringify([{ id: "table-1", game: "deep" }]));
  vi.spyOn(server, "known").mockResolvedValue({ tables: ["table-1"] });
  const table = { id: "table-1", game: "deep", status: "playing", seats: [{ seat: 0, kind: "person", name: "Anna" }] };
  const welcome = { table, you: { seats: [0], host: true }, pending: [0] };
  vi.spyOn(server, "look").mockResolvedValue(welcome as unknown as Awaited<ReturnType<typeof server.look>>);
  const container = await lobby([about("deep", "ground")]);
  await comes(() => expect(container.querySelector('a[href*="table-1"] strong')!.textContent).toBe("The deep"));
  await tick();
  localStorage.clear();
});

test("nothing of the app but its own folder knows a game by its name", () => {
  const src = resolve(import.meta.dirname, "../src");
  const games = readdirSync(resolve(src, "games"));
  const files = readdirSync(src, { recursive: true, encoding: "utf-8" }).filter(
    (name) => /\.(svelte|ts|css|ftl|svg)$/.test(name) && !/^(games|generated)\//.test(name),
  );
  const tools = ["budget.mjs", "record.py"].map((name) => `../tools/${name}`);
  expect(files.length).toBeGreaterThan(50);
  for (const name of [...files, ...tools]) {
    // Python's docstring tells how it is called.
    const text = readFileSync(resolve(src, name), "utf-8").replace(/^"""[\s\S]*?"""/, "");
    expect(
      games.filter((game) => text.includes(game)),
      name,
    ).toEqual([]);
  }
});
