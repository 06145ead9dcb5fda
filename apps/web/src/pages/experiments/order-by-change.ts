import { changeTone } from "../../ui/change-tone.ts";
import type { Judgment } from "./compare-runs.ts";
import type { ComparedRow } from "./compared-row.ts";

/**
 * Returns the rows with the largest regression first and the largest improvement last. Changes of different scores are
 * compared as shares of the range of their values. Rows with equal changes keep their order.
 */
export function orderByChange(
  rows: readonly ComparedRow[],
  { base, score, directionOf }: { readonly base: number } & Judgment,
): readonly ComparedRow[] {
  const ranges = rangesOf(rows);
  const changeOf = ({ cells }: ComparedRow): number => {
    const changes = cells.flatMap((cell, column) =>
      column === base
        ? []
        : [...(cell?.scores ?? [])].flatMap(([name, value]) => {
            const before = cells[base]?.scores.get(name);
            if (before === undefined || (score !== undefined && name !== score)) return [];
            const tone = changeTone(value - before, directionOf(name));
            const share = Math.abs(value - before) / (ranges.get(name) ?? 1);
            return tone === undefined ? [] : tone === "better" ? share : -share;
          }),
    );
    const least = Math.min(0, ...changes);
    return least < 0 ? least : Math.max(0, ...changes);
  };
  const changes = new Map(rows.map((row) => [row, changeOf(row)]));
  return rows.toSorted((one, other) => (changes.get(one) ?? 0) - (changes.get(other) ?? 0));
}

/** Returns the difference between the highest and the lowest value of each score. */
function rangesOf(rows: readonly ComparedRow[]): ReadonlyMap<string, number> {
  const bounds = new Map<string, readonly [low: number, high: number]>();
  for (const { cells } of rows) {
    for (const [name, value] of cells.flatMap((cell) => [...(cell?.scores ?? [])])) {
      const [low, high] = bounds.get(name) ?? [value, value];
      bounds.set(name, [Math.min(low, value), Math.max(high, value)]);
    }
  }
  return new Map([...bounds].map(([name, [low, high]]) => [name, high - low || 1]));
}
