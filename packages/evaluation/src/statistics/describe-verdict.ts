import type { ComparedScore } from "./compare-scores.ts";

export function describeVerdict({ verdict, itemsNeeded }: Pick<ComparedScore, "itemsNeeded" | "verdict">): string {
  if (verdict === "same") return "no clear difference";
  return verdict === "unknown" ? `too few items to decide: ${itemsNeeded} more are needed` : verdict;
}
