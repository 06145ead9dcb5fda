import { expect, test } from "vitest";
import { findAvoidedWords } from "./avoided-words.ts";

function wordsIn(source: string, path = "store/steps.ts"): string[] {
  return findAvoidedWords(path, source).map(({ words }) => words);
}

test.each([
  ["a doc comment", "/** The list stops to give new records. */"],
  ["a line of a longer comment", "/**\n * Reads the steps,\n * or their like.\n */"],
  ["a line comment", "// Reads give way to writes."],
  ["a string", 'throw new Error("a field that is no text");'],
  ["a template", "const text = `E-MAIL of the account`;"],
  ["a template of several lines", "const help = `Usage:\nServes the store of above.\n`;"],
  ["text between expressions of it", "const help = `Usage:\\n${name} stops to run ${other}\\n`;"],
  ["text after a template of several lines", 'const help = `One\ntwo`;\nfail("It was made from a step.");'],
])("a word to avoid is found in %s", (_, source) => {
  expect(wordsIn(source)).toHaveLength(1);
});

test.each([
  ["code", "const forNow = stops.to(next);"],
  ["a name in backquotes", "/** Sets `made from` to the id. */"],
  ["an expression in a template", "const text = `the ${of(above)} step`;"],
  ["plain English", "/** Returns the steps that are no longer stored. */"],
])("%s is allowed", (_, source) => {
  expect(wordsIn(source)).toEqual([]);
});

test("documents are read without their code blocks", () => {
  expect(wordsIn("Replies stop for now.\n\n```sh\necho for now\n```\n", "docs/a.md")).toEqual(["for now"]);
});
