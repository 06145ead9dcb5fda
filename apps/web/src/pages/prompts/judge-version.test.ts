import { expect, test } from "vitest";
import { isClear, judgeVersion, type VersionSide } from "./judge-version.ts";

/** A version whose generations take `seconds`, and have a score of 1 or 0 alternately. */
function sideOf(count: number, seconds: number): VersionSide {
  return {
    statistics: {
      recordCount: count,
      isEstimate: false,
      sampledCount: count,
      errorCount: 0,
      tokenCount: 0,
      cost: 0,
      latencyP50: seconds,
      latencyP95: seconds,
      ttFirstTokenP50: null,
    },
    values: {
      generations: Array.from({ length: count }, (_, index) => ({
        id: `${index}`,
        duration: seconds,
        ttFirstToken: null,
        tokenCount: null,
        costDetails: null,
        step: null,
      })),
      scores: new Map([["correct", Array.from({ length: count }, (_, index) => index % 2)]]),
    },
  };
}

const about = { direction: "LOWER_IS_BETTER", comparisons: 7 } as const;

test("a version is clearly slower with at least six generations on each side, if seven figures are compared", () => {
  const judge = (count: number) =>
    judgeVersion("latencyP50", { ...about, before: sideOf(count, 1), after: sideOf(count, 5), shown: [1, 5] });
  expect(judge(6)?.verdict).toBe("worse");
  expect(isClear(judge(6))).toBe(true);
  expect(judge(5)).toEqual({ verdict: "unknown", pValue: null });
});

test("a score whose values hardly differ, and a figure without values, have no clear change", () => {
  const [before, after] = [sideOf(40, 1), sideOf(41, 1)];
  const score = judgeVersion({ score: "correct" }, { ...about, before, after, shown: [0.5, 0.488] });
  expect(score?.verdict).toBe("same");
  expect(judgeVersion("firstToken", { ...about, before, after, shown: [1, 2] })?.verdict).toBe("unknown");
  expect(judgeVersion("tokens", { ...about, before: undefined, after, shown: [1, 2] })).toBeUndefined();
});
