import { numberText, parseNumber } from "./number-text.ts";

/** Units of a duration, in seconds. */
const seconds = { ms: 0.001, s: 1, min: 60, h: 3_600, d: 86_400 } as const;

export type DurationUnit = keyof typeof seconds;

export const durationUnits = Object.keys(seconds) as readonly DurationUnit[]; // `Object.keys` returns `string[]`

export interface DurationText {
  readonly amount: string;
  readonly unit: DurationUnit;
}

/** Converts a number of seconds to the largest unit in which the amount is an integer: `5400` becomes `90` min. */
export function splitDuration(text: string): DurationText {
  const value = parseNumber(text);
  if (value === undefined || value === 0) return { amount: text, unit: "s" };
  const unit = durationUnits.findLast((each) => Number.isInteger(Number(numberText(value / seconds[each])))) ?? "s";
  return { amount: numberText(value / seconds[unit]), unit };
}

/** Returns the duration in seconds, as text. If `amount` is not a number, returns `amount`. */
export function joinDuration({ amount, unit }: DurationText): string {
  const value = parseNumber(amount);
  return value === undefined ? amount : numberText(value * seconds[unit]);
}
