// The language that nobody speaks: every letter changed, half as long again, in brackets; names and numbers as they were.
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";

import { pseudo } from "../src/lib/pseudo";

test.each(["Do it", "Waiting for people.", "x", "What is it about? (HM-19)", "rhythm"])("%s is changed", (text) => {
  const said = pseudo(text);
  expect(said).toMatch(/^⟦.*⟧$/);
  expect(said.replace(/HM-19/, "")).not.toMatch(/[a-z]/i);
  expect([...said].length).toBeGreaterThanOrEqual(Math.max(3, Math.ceil(text.length * 1.5)));
});

test.each(["", " ", ": ", "12", " · "])("%s has no words", (text) => {
  expect(pseudo(text)).toBe(text);
});

test("what is put into a message stays as it is, and spaces stay where they were", () => {
  const bundle = new FluentBundle("en", { useIsolating: false, transform: pseudo });
  bundle.addResource(new FluentResource("waits = Waiting for { $name } since { $year }."));
  const said = bundle.formatPattern(bundle.getMessage("waits")!.value!, { name: "Anna", year: 7 });
  expect(said).toMatch(/^⟦[^⟧]+⟧ Anna ⟦[^⟧]+⟧ 7\.$/);
});
