import type { ValueCount } from "@threadline/evaluation/statistics";
import type { Direction } from "../../ui/change-tone.ts";
import { type JudgedChange, judgeChange, rateValues } from "../dashboard/judge-change.ts";
import type { GenerationFigures } from "./use-generation-figures.ts";
import type { GenerationValues } from "./use-generation-values.ts";

export type VersionFigure = "errorRate" | "latencyP50" | "latencyP95" | "firstToken" | "tokens" | "cost";

export interface VersionSide {
  readonly statistics: GenerationFigures["statistics"];
  readonly values: GenerationValues | undefined;
}

/** Number of figures of a version without its scores. */
export const figureCount = 6;

/**
 * Compares a figure or a score of two versions, by the same rule as before and after a release. Undefined while the
 * values load.
 */
export function judgeVersion(
  of: VersionFigure | { readonly score: string },
  {
    before,
    after,
    shown,
    direction,
    comparisons,
  }: {
    readonly before: VersionSide | undefined;
    readonly after: VersionSide | undefined;
    /** Figures that are shown for the versions. */
    readonly shown: readonly [before: number | null | undefined, after: number | null | undefined];
    readonly direction: Direction;
    /** Number of figures that are compared. */
    readonly comparisons: number;
  },
): JudgedChange | undefined {
  const [old, now] = [before, after].map((side) => before && side && valuesOf(of, { side, before }));
  const [shownBefore, shownAfter] = shown;
  if (old === undefined || now === undefined || shownBefore == null || shownAfter == null) return undefined;
  return judgeChange(old, now, { direction, comparisons, shown: [shownBefore, shownAfter] });
}

/** Whether a change is clear enough to be colored. */
export function isClear(change: JudgedChange | undefined): boolean {
  return change?.verdict === "better" || change?.verdict === "worse";
}

function valuesOf(
  of: VersionFigure | { readonly score: string },
  { side, before }: { readonly side: VersionSide; readonly before: VersionSide },
): readonly ValueCount[] | undefined {
  const { statistics, values } = side;
  if (of === "errorRate") {
    if (statistics === undefined) return undefined;
    const { recordCount, errorCount } = statistics;
    return rateValues(recordCount === 0 ? 0 : errorCount / recordCount, Math.min(recordCount, statistics.sampledCount));
  }
  if (values === undefined || before.statistics === undefined) return undefined;
  if (typeof of === "object") return (values.scores.get(of.score) ?? []).map(listed);
  const { generations } = values;
  switch (of) {
    case "tokens":
      return generations.map(({ tokenCount }) => listed(tokenCount ?? 0));
    case "cost":
      return generations.map(({ costDetails }) => listed(costDetails?.total ?? 0));
    // A percentile has no variance to test, so the shares of slower generations are compared.
    case "latencyP50":
    case "latencyP95":
      return slower(
        generations.map(({ duration }) => duration),
        before.statistics[of],
      );
    case "firstToken":
      return slower(
        generations.map(({ ttFirstToken }) => ttFirstToken),
        before.statistics.ttFirstTokenP50,
      );
  }
}

function slower(values: readonly (number | null)[], limit: number | null): readonly ValueCount[] {
  return values.flatMap((value) => (value === null || limit === null ? [] : listed(value > limit ? 1 : 0)));
}

function listed(value: number): ValueCount {
  return { value, count: 1 };
}
