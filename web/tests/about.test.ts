// The page about Molehill: whose games these are, who runs the server, whose work the app contains.
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";

import { server, type GameAbout } from "../src/lib/server";
import { say } from "../src/lib/words";
import About from "../src/screens/About.svelte";
import { comes } from "./comes";

const WORK = { name: "uqr", version: "0.1.3", licence: "MIT", text: "MIT License" };
const GAMES = [
  { id: "honeymoon", name: "Honeymoon", designer: "Moritz Dressler" },
  { id: "mole_park", name: "Mole Park", designer: "" },
] as GameAbout[];

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function about(contact: string) {
  vi.spyOn(server, "games").mockResolvedValue({ games: GAMES, bots: [], left_out: [] });
  vi.spyOn(server, "about").mockResolvedValue({ version: "0.2.0", contact });
  vi.spyOn(window, "fetch").mockResolvedValue(new Response(JSON.stringify([WORK])));
  const { container } = render(About);
  await comes(() => expect(container.querySelector("details")).not.toBeNull());
  return container;
}

test("games are named with their designers, where these are known", async () => {
  const lines = [...(await about("")).querySelectorAll("li")].map((line) => line.textContent);
  expect(lines).toEqual(["Honeymoon, by Moritz Dressler", "Mole Park"]);
});

test.each([
  ["https://example.org/us", "https://example.org/us"],
  ["moles@example.org", "mailto:moles@example.org"],
  ["javascript:alert(1)", undefined],
  ["Ask at the counter", undefined],
])("the contact %s leads to %s", async (contact, href) => {
  const container = await about(contact);
  const link = [...container.querySelectorAll("a")].find((link) => link.textContent === contact);
  expect(link?.getAttribute("href")).toBe(href);
  expect(container.textContent).toContain(contact);
});

test("a server without a contact says so", async () => {
  expect((await about("")).textContent).toContain(say("about-contact-none"));
});

test("works of others are listed with their licences", async () => {
  const work = (await about("")).querySelector("details")!;
  expect(work.querySelector("summary")!.textContent).toBe("uqr 0.1.3: MIT");
  expect(work.textContent).toContain("MIT License");
});
