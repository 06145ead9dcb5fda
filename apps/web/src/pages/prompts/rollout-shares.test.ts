import { expect, test } from "vitest";
import { hasWholeRollout, percentages, shareOf, withShare } from "./rollout-shares.ts";

const weights = (...rollouts: number[]) => rollouts.map((rollout, version) => ({ version, rollout }));

test.each([
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [[100], [100]],
  [
    [0.2, 0.6],
    [25, 75],
  ],
  [
    [1, 0],
    [100, 0],
  ],
  [
    [0, 0],
    [0, 0],
  ],
  [
    [1, 1, 1, 1, 1, 1, 1],
    [15, 15, 14, 14, 14, 14, 14],
  ],
])("weights %j are shown as %j", (rollouts, shares) => {
  expect(percentages(weights(...rollouts))).toEqual(shares);
});

test("any weights add up to 100", () => {
  for (let count = 1; count < 40; count += 1) {
    const shares = percentages(weights(...Array.from({ length: count }, (_value, index) => (index * 7919) % 101)));
    const sum = shares.reduce((total, share) => total + share, 0);
    expect([count, sum]).toEqual([count, count === 1 ? 0 : 100]);
  }
});

test("moving one share changes the others in proportion, or evenly if they are zero", () => {
  expect(withShare(weights(50, 30, 10), 0, 20)).toEqual(weights(20, 60, 20));
  expect(withShare(weights(100, 0, 0), 0, 40)).toEqual(weights(40, 30, 30));
  expect(withShare(weights(7), 0, 40)).toEqual(weights(100));
});

test("a version has the whole rollout only if no other version has a weight", () => {
  expect(shareOf(weights(299, 1, 0), 0)).toBe(100);
  expect(hasWholeRollout(weights(299, 1, 0), 0)).toBe(false);
  expect(hasWholeRollout(weights(299, 0, 0), 0)).toBe(true);
  expect(hasWholeRollout(weights(299, 0, 0), 1)).toBe(false);
  expect(hasWholeRollout([], 0)).toBe(false);
});
