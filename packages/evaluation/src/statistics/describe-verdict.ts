import type { ComparedScore } from "./compare-scores.ts";

export function describeVerdict({ verdict, itemsNeeded }: Pick<ComparedScore, "itemsNeeded" | "verdict">): string {
  if (verdict === "same") return "no clear difference";
  if (verdict !== "unknown") return verdict;
  return `may be chance: needs about ${itemsNeeded} more ${itemsNeeded === 1 ? "item" : "items"}`;
}
