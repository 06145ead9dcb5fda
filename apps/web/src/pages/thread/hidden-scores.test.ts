import { expect, test } from "vitest";
import { shownScores } from "./hidden-scores.ts";

const scores = [
  { name: "correct", type: "AI" },
  { name: "correct", type: "CODE" },
  { name: "correct", type: "HUMAN" },
  { name: "tone", type: "AI" },
];

test("scores of programs and models with a hidden name are hidden, and scores of people are not", () => {
  expect(shownScores(scores, new Set(["correct"]))).toEqual([
    { name: "correct", type: "HUMAN" },
    { name: "tone", type: "AI" },
  ]);
  expect(shownScores(scores, "all")).toEqual([]);
  expect(shownScores(scores, undefined)).toEqual(scores);
});
