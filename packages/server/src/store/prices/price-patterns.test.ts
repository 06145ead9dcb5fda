import { expect, onTestFinished, test } from "vitest";
import { PricePatterns } from "./price-patterns.ts";

function openPatterns(): PricePatterns {
  const patterns = new PricePatterns();
  onTestFinished(() => patterns.close());
  return patterns;
}

/** Distinct model names. Matching them takes a pattern through many different states. */
const models = (count: number, of: string): string[] =>
  Array.from({ length: count }, (_, index) => `${index}${of}${index.toString(2)}`.repeat(20).slice(0, 255));

test("a whole model name is matched, without regard to case", async () => {
  const found = await openPatterns().match(1, ["gpt-.*", "GPT-4", "4", "("], ["gpt-4", "gpt-4o", "x"]);
  expect([...found]).toEqual([
    ["gpt-4", [0, 1]],
    ["gpt-4o", [0]],
    ["x", []],
  ]);
});

test("a project with expensive patterns does not block others", async () => {
  const patterns = openPatterns();
  const ended: string[] = [];
  const costly = Array.from({ length: 20 }, (_, index) => `(.*[ab].{20}){${20 + (index % 3)}}x`);
  const hostile = patterns.match(1, costly, models(1_000, "ab")).then(() => ended.push("hostile"));
  const other = patterns.match(2, ["gpt-.*"], ["gpt-4"]).then(() => ended.push("other"));
  await Promise.all([hostile, other]);
  expect(ended).toEqual(["other", "hostile"]);
});

test("measuring an invalid pattern rejects with its error", async () => {
  await expect(openPatterns().measure(1, ["a", "("])).rejects.toMatchObject({ name: "PatternError" });
});

test("pending patterns are rejected when the store closes", async () => {
  const patterns = new PricePatterns();
  const waiting = [patterns.match(1, ["a"], ["a"]), patterns.measure(2, ["b"])];
  const outcomes = Promise.allSettled(waiting);
  await patterns.close();
  expect(await outcomes).toEqual([
    { status: "rejected", reason: expect.objectContaining({ name: "UnavailableError" }) },
    { status: "rejected", reason: expect.objectContaining({ name: "UnavailableError" }) },
  ]);
});
