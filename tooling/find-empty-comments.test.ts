import { expect, test } from "vitest";
import { findEmptyComments } from "./find-empty-comments.ts";

function linesOf(source: string): number[] {
  return findEmptyComments("store/thread-store.ts", source).map(({ line }) => line);
}

test.each([
  ["a function", "/** Returns the name of a step. */\nexport function nameOfStep(step: Step): string {}"],
  ["a type", "/** Options of the creation of a server. */\nexport interface CreateServerOptions {}"],
  ["a field", "interface Batch {\n  /** Maximum number of records. */\n  maxRecordCount: number;\n}"],
  ["a unit that the name has", "/** Timeout in milliseconds. */\nconst timeoutMs = 5;"],
  ["the enclosing declaration", "class Spool {\n  /** Closes the spool. */\n  close(): void {}\n}"],
  ["the file", "/** Stores a thread. */\nfunction put(): void {}"],
  ["a comment of several lines", "/**\n * Ids of\n * the steps.\n */\nconst stepIds: string[] = [];"],
])("a doc comment that repeats the words of %s is found", (_, source) => {
  expect(linesOf(source)).toHaveLength(1);
});

test.each([
  ["a unit", "/** Timeout in seconds. */\nconst timeout = 5;"],
  ["a default", "interface Options {\n  /** Default: true. */\n  isLive?: boolean;\n}"],
  ["the meaning of null", "interface Step {\n  /** Null while it runs. */\n  endTime: string | null;\n}"],
  ["an error", "/** Throws for an unknown name. */\nfunction findField(name: string): Field {}"],
  ["what only the body has", "/** Sorts the steps. */\nfunction order(steps: Step[]): void {\n  steps.sort();\n}"],
])("a doc comment that states %s is kept", (_, source) => {
  expect(linesOf(source)).toEqual([]);
});

test("line comments and comments of files are not judged", () => {
  expect(linesOf("// Flag values are strings.\nconst flag = values.flag as string;")).toEqual([]);
  expect(linesOf("/** The thread store. */\n\nexport const threadStore = 1;")).toEqual([]);
});
