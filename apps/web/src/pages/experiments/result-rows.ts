import type { JsonValue } from "@threadline/schema/sdk";
import { sortByKey } from "../../ui/column-sort.ts";
import { type ComparedRow, type FigureName, figureNames } from "./compared-row.ts";
import { scoreKey } from "./experiment-order.ts";
import type { CompareSearch } from "./experiment-search.ts";
import { meanOf } from "./mean.ts";
import { isInBin, type ScoreSpread } from "./score-bins.ts";

/** Whether the item's run or one of its evaluations failed. */
export function isFailed({ cells: [cell], failures: [failures = []] }: ComparedRow): boolean {
  return failures.length > 0 || (cell?.error ?? null) !== null;
}

/** Returns the rows of a single experiment that match the filters of the page, in the selected order. */
export function selectRows(
  rows: readonly ComparedRow[],
  { failed, score, bin, search = "", sort }: CompareSearch,
  spreads: readonly ScoreSpread[],
): readonly ComparedRow[] {
  const spread = bin === undefined ? undefined : spreads.find(({ name }) => name === score);
  const matching = rows.filter((row) => {
    const [cell] = row.cells;
    if (failed && !isFailed(row)) return false;
    if (spread !== undefined && bin !== undefined) {
      const value = cell?.scores.get(spread.name);
      if (value === undefined || !isInBin(value, spread.bins, bin)) return false;
    }
    return hasText(row, search);
  });
  return sortByKey(matching, sort, valueOf);
}

/** Whether the input, the expected output or an output of a row contains a text, ignoring case. */
export function hasText({ input, expectedOutput, cells }: ComparedRow, text: string): boolean {
  const words = text.trim().toLowerCase();
  const outputs = cells.map((cell) => cell?.output ?? null);
  return words === "" || [input, expectedOutput, ...outputs].some((each) => contains(each, words));
}

function contains(value: JsonValue | null, words: string): boolean {
  if (value === null) return false;
  return (typeof value === "string" ? value : JSON.stringify(value)).toLowerCase().includes(words);
}

function valueOf({ number, cells: [cell] }: ComparedRow, key: string): number | null {
  if (key === "number") return number;
  if (!cell) return null;
  if (key.startsWith(scoreKey)) return cell.scores.get(key.slice(scoreKey.length)) ?? null;
  return isFigure(key) ? meanOf(cell.figures[key]) : null;
}

function isFigure(name: string): name is FigureName {
  return figureNames.some((each) => each === name);
}
