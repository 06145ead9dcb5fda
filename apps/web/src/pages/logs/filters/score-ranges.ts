import { type Condition, isSameField } from "./condition.ts";

type Field = Pick<Condition, "field" | "path">;

export interface ScoreRange extends Condition {
  readonly operator: "lt" | "gte";
  readonly value: number;
}

/** Divides the values of a score in the middle. Returns no ranges if all values are equal. */
export function halvesOf(score: Field, [low, high]: readonly [number, number]): readonly ScoreRange[] {
  const middle = Number((low + (high - low) / 2).toPrecision(12));
  if (!(low < middle && middle <= high)) return [];
  return (["lt", "gte"] as const).map((operator) => ({ ...score, operator, value: middle }));
}

/** Removes the conditions on the value of a score, but not those that only require the score. */
export function withoutRange(conditions: readonly Condition[], score: Field): readonly Condition[] {
  return conditions.filter((each) => each.value === null || !isSameField(each, score));
}

/** Whether the conditions contain a range of a score, and the conditions after the range is selected or cleared. */
export function withRange(
  conditions: readonly Condition[],
  range: ScoreRange,
): { readonly isChosen: boolean; readonly toggled: readonly Condition[] } {
  const isChosen = conditions.some(
    (each) => isSameField(each, range) && each.operator === range.operator && each.value === range.value,
  );
  const others = withoutRange(conditions, range);
  return { isChosen, toggled: isChosen ? others : [...others, range] };
}
