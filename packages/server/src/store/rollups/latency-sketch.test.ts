import { array, assert, configureGlobal, double, property } from "fast-check";
import { expect, test } from "vitest";
import { encodeSketch, LatencySketch, mergeEncoded } from "./latency-sketch.ts";
import { percentileOf } from "../analytics/measure-rows.ts";

// A fixed seed makes every run test the same inputs.
configureGlobal({ seed: 20_261_121 });

const values = array(double({ min: 0, max: 1e7, noNaN: true }), { minLength: 1, maxLength: 200 });

function sketchOf(numbers: readonly number[]): LatencySketch {
  const sketch = new LatencySketch();
  for (const number of numbers) sketch.add(number);
  return sketch;
}

test("a percentile is within 1 % of the value, after encoding and merging too", () => {
  assert(
    property(values, values, (one, other) => {
      const sketch = new LatencySketch();
      mergeEncoded(sketch, encodeSketch(sketchOf(one)));
      sketch.merge(sketchOf(other));
      const ascending = [...one, ...other].toSorted((a, b) => a - b);
      for (const share of [0, 0.5, 0.95, 0.99, 1]) {
        const exact = percentileOf(ascending, share) ?? 0;
        const told = sketch.percentile(share) ?? Number.NaN;
        expect(Math.abs(told - exact)).toBeLessThanOrEqual(exact * 0.01000001 + 1e-6);
      }
    }),
  );
});

test("removed values do not affect percentiles", () => {
  assert(
    property(values, values, (kept, removed) => {
      const sketch = sketchOf([...removed, ...kept]);
      for (const value of removed) sketch.add(value, -1);
      expect(encodeSketch(sketch)).toEqual(encodeSketch(sketchOf(kept)));
    }),
  );
});

test("an empty sketch has no percentile", () => {
  expect(new LatencySketch().percentile(0.5)).toBeNull();
});
