// A trained net is a bot that can sit only where it was trained for: there it is offered, with what it is.
import { cleanup, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { fitting } from "../src/lib/bots";
import { server, type BotAbout, type GameAbout } from "../src/lib/server";
import { say } from "../src/lib/words";
import OpenTable from "../src/screens/OpenTable.svelte";

const FAIR: BotAbout = { name: "fair", says: "plans its own turn", tables: null };
const NET: BotAbout = { name: "net", says: "a trained net", tables: [{ game: "mole_park", seats: 2 }] };
const PARK = {
  id: "mole_park",
  name: "Mole Park",
  min_seats: 2,
  max_seats: 8,
  options: [],
  ready: true,
} as unknown as GameAbout;

HTMLDialogElement.prototype.showModal = () => undefined; // a pretended browser has none
afterEach(cleanup);

test("a net fits the games and seats that it was trained for, a level every table", () => {
  const names = (game: string, seats: number) => fitting([FAIR, NET], game, seats).map(({ name }) => name);
  expect(names("mole_park", 2)).toEqual(["fair", "net"]);
  expect(names("mole_park", 3)).toEqual(["fair"]);
  expect(names("honeymoon", 2)).toEqual(["fair"]);
});

test("a net is offered for two, and a seat that had it goes back to the usual bot when there are three", async () => {
  vi.spyOn(server, "preparation").mockResolvedValue({ game: "mole_park", rules: 1, bots: 1, trouble: null });
  const shown = render(OpenTable, { props: { game: PARK, bots: [FAIR, NET], onclose: () => undefined } });
  const boxOf = (label: string) => shown.getByLabelText(label) as HTMLSelectElement;
  const choose = async (box: HTMLSelectElement, value: string) => {
    box.value = value;
    box.dispatchEvent(new Event("change", { bubbles: true }));
    await tick();
  };
  await choose(boxOf(say("player", { number: 2 })), "bot");
  const which = () => boxOf(say("which-bot"));
  expect([...which().options].map(({ value }) => value)).toEqual(["fair", "net"]);
  expect(shown.getByText(/net: a trained net/)).toBeTruthy();
  await choose(which(), "net");
  shown.getByText("3", { selector: "button" }).click();
  await tick();
  expect([...which().options].map(({ value }) => value)).toEqual(["fair"]);
  expect(which().value).toBe("fair");
});
