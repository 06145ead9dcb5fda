import { expect, test } from "vitest";
import type { LogRecord } from "../log-record.ts";
import { badScores, defaultChoice, readChoice } from "./review-choice.ts";

const record: LogRecord = {
  id: "r",
  createdAt: "2026-01-01T00:00:00.000Z",
  name: "answer",
  tags: null,
  threadId: null,
  rootId: null,
  stepId: "r",
  error: null,
  output: { content: "Paris" },
};
const scored = (name: string, value: number): LogRecord => ({
  ...record,
  scores: [{ id: "s", name, value, label: null }],
});
const stars = { name: "stars", minimum: 1, maximum: 5, categories: null, direction: "HIGHER_IS_BETTER" } as const;
const toxicity = { ...stars, name: "toxicity", direction: "LOWER_IS_BETTER" } as const;
const verdict = {
  name: "verdict",
  minimum: null,
  maximum: null,
  categories: [{ value: -1 }, { value: 1 }],
  direction: "HIGHER_IS_BETTER",
} as const;

test("an output is the expected one unless it failed, is missing or has a bad score", () => {
  expect(defaultChoice(record, []).takesOutput).toBe(true);
  expect(defaultChoice({ ...record, error: "Timeout" }, []).takesOutput).toBe(false);
  expect(defaultChoice({ ...record, output: null }, []).takesOutput).toBe(false);
  expect(defaultChoice(scored("helpful", 0), []).takesOutput).toBe(false);
  expect(defaultChoice(scored("helpful", 1), []).takesOutput).toBe(true);
});

test("a score is bad in the worse half of its range", () => {
  expect(badScores(scored("stars", 2), [stars])).toHaveLength(1);
  expect(badScores(scored("stars", 4), [stars])).toEqual([]);
  expect(badScores(scored("toxicity", 2), [toxicity])).toEqual([]);
  expect(badScores(scored("toxicity", 4), [toxicity])).toHaveLength(1);
  expect(badScores(scored("verdict", -1), [verdict])).toHaveLength(1);
  expect(badScores(scored("verdict", 1), [verdict])).toEqual([]);
});

test("a choice keeps the recorded output, replaces or removes it, or is rejected as invalid JSON", () => {
  const choice = { isIncluded: true, takesOutput: false, text: "" };
  expect(readChoice({ ...choice, takesOutput: true })).toEqual({ expectedOutput: undefined });
  expect(readChoice(choice)).toEqual({ expectedOutput: null });
  expect(readChoice({ ...choice, text: '"Rome"' })).toEqual({ expectedOutput: "Rome" });
  expect(readChoice({ ...choice, text: "Rome" })).toHaveProperty("problem");
});
