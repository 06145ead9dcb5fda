import { useMemo } from "react";
import { shownDecimals } from "../../messages/format-number.ts";
import { useScoreScale } from "../dashboard/use-score-scale.ts";
import { scoreNames } from "./compare-runs.ts";
import type { ComparedRow } from "./compared-row.ts";
import { scoreBins, type ScoreSpread } from "./score-bins.ts";

/** Distributions of the scores of the first experiment in `rows`. */
export function useScoreSpreads(rows: readonly ComparedRow[]): readonly ScoreSpread[] {
  const scaleFor = useScoreScale();
  return useMemo(
    () =>
      scoreNames(rows).map((name) => {
        const values = rows.flatMap(({ cells: [cell] }) => cell?.scores.get(name) ?? []);
        const { bounds } = scaleFor(name, values);
        return { name, values, bins: scoreBins(values, bounds), bounds, decimals: shownDecimals(values) };
      }),
    [rows, scaleFor],
  );
}
