import { expect, test } from "vitest";
import { wordChanges } from "./word-changes.ts";

const shape = (before: string, after: string) =>
  wordChanges(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind])
    .join("");

test("changed words are marked, and what they share with others stays", () => {
  expect(shape("The train leaves at nine.", "The train leaves at ten.")).toBe("The train leaves at [-nine-][+ten+].");
  expect(shape("It is Paris.", "It is Paris. It is in France.")).toBe("It is Paris.[+ It is in France.+]");
  expect(shape("", "new")).toBe("[+new+]");
  expect(shape("same", "same")).toBe("same");
});

test("spaces and punctuation between replaced words belong to the change", () => {
  expect(shape("The train arrives at 12:40 in Rome.", "The train arrives at 19:30 in Rome.")).toBe(
    "The train arrives at [-12:40-][+19:30+] in Rome.",
  );
  expect(shape("We would take the early train to Bath.", "We would catch one early train to Bath.")).toBe(
    "We would [-take the-][+catch one+] early train to Bath.",
  );
  expect(shape("You know the capitals.", "You are a teacher of the capitals.")).toBe(
    "You [-know-][+are+] [+a teacher of +]the capitals.",
  );
});

test("a text that has little in common with the other one replaces it", () => {
  expect(shape("Take the train at nine.", "The cheapest flight is at ten.")).toBe(
    "[-Take the train at nine.-][+The cheapest flight is at ten.+]",
  );
});
