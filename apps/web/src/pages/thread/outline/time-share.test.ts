import { expect, test } from "vitest";
import { Outline } from "./outline.ts";
import { shareText, timeShare } from "./time-share.ts";

type Times = readonly [parent: number, from: number | null, to: number | null, type?: string];

const types = ["run", "user_message"];

function outlineOf(...steps: readonly Times[]): Outline {
  return new Outline({
    start: 0,
    types,
    names: ["agent"],
    models: [],
    id: steps.map((_, at) => `s${at}`),
    parent: steps.map(([parent]) => parent),
    type: steps.map(([, , , type = "run"]) => types.indexOf(type)),
    name: steps.map(() => 0),
    from: steps.map(([, from]) => from),
    to: steps.map(([, , to]) => to),
    errors: [],
    scored: [],
    attached: [],
    generations: {
      step: [],
      model: [],
      inputTokenCount: [],
      outputTokenCount: [],
      tokenCount: [],
      ttFirstToken: [],
      cost: [],
    },
  });
}

const shares = (...steps: readonly Times[]) => {
  const outline = outlineOf(...steps);
  return steps.map((_, at) => timeShare(outline, at));
};

test("a nested step has a share of its outermost step, which has a share of the thread", () => {
  expect(shares([-1, 0, 400], [0, 0, 200], [1, 100, 200], [-1, 900, 1000])).toEqual([
    { share: 0.4, of: null },
    { share: 0.5, of: 0 },
    { share: 0.25, of: 0 },
    { share: 0.1, of: null },
  ]);
});

test("a step has no share while it or its outermost step runs, if it is a message, or if no time passed", () => {
  expect(shares([-1, 0, null], [0, 0, 200])).toEqual([null, null]);
  expect(shares([-1, 0, 400], [0, 0, null], [0, null, null], [-1, 0, 0, "user_message"]).slice(1)).toEqual([
    null,
    null,
    null,
  ]);
  expect(shares([-1, 0, 0], [0, 0, 0])).toEqual([null, null]);
});

test("the only outermost step has no share, because it is the whole", () => {
  expect(shares([-1, 0, 400], [0, 0, 400])).toEqual([null, { share: 1, of: 0 }]);
});

test("a short share is not rounded to zero", () => {
  const percent = (fraction: number): string => `${Math.round(fraction * 1000) / 10}%`;
  const texts = [0, 0.0001, 0.0006, 0.0031, 0.014, 1].map((share) => shareText(share, percent));
  expect(texts).toEqual(["0%", "<0.1%", "0.1%", "0.3%", "1%", "100%"]);
});
