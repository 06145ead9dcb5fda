import { expect, test } from "vitest";
import type { Scorer } from "./types/evaluations.ts";
import {
  type BuiltInScorer,
  contains,
  editDistance,
  embeddingSimilarity,
  exactMatch,
  jsonSchema,
  numericCloseness,
  regularExpression,
  validJson,
} from "./scorers.ts";

const score = (scorer: BuiltInScorer, output: unknown, expected?: unknown) =>
  scorer({ input: {}, output, expected, metadata: {} });

test("built-in scorers score outputs of tasks", async () => {
  const vectors = { embed: async (texts: readonly string[]) => texts.map((text) => [text.length, 1]) };
  const scores = await Promise.all([
    score(exactMatch(), { city: "Rome", at: undefined }, { city: "Rome" }),
    score(
      exactMatch({ name: "correctness", output: "output.city", expected: "expected.city" }),
      { city: "Rome" },
      { city: "Oslo" },
    ),
    score(contains({ texts: ["oslo"], ignoreCase: true }), "In Oslo"),
    score(regularExpression({ pattern: "^\\d+$" }), "x1"),
    score(validJson(), "{}"),
    score(jsonSchema({ schema: { type: "object", required: ["a"] } }), { b: 1 }),
    score(numericCloseness({ absolute: 0.1 }), 1, 1.05),
    score(editDistance(), "abcd", "abce"),
    score(embeddingSimilarity(vectors), "abc", "xyz"),
  ]);
  expect(scores.map(({ name, value }) => [name, Number(Number(value).toFixed(6))])).toEqual([
    ["exactMatch", 1],
    ["correctness", 0],
    ["contains", 1],
    ["regularExpression", 0],
    ["validJson", 1],
    ["jsonSchema", 0],
    ["numericCloseness", 1],
    ["editDistance", 0.75],
    ["embeddingSimilarity", 1],
  ]);
  const ofTask: Scorer<{ country: string }, { city: string }> = exactMatch({ name: "correctness" });
  expect(ofTask.name).toBe("correctness");
});

test("invalid options are rejected when the scorer is created, and a missing value when it scores", async () => {
  expect(() => regularExpression({ pattern: "a", flags: "i" } as { pattern: string })).toThrow("flags");
  await expect(score(exactMatch(), "a")).rejects.toThrow("no `expected`");
});
