import type { Formats } from "../../messages/formats.ts";

interface ScoreValue {
  readonly value: number;
  readonly label: string | null;
}

/** Value of a score in a list: its label, or its number if it has none. */
export function scoreText({ value, label }: ScoreValue, formats: Formats): string {
  return label ?? formats.number(value);
}

/** Value of a score in its details: its label and number. */
export function scoreDetail({ value, label }: ScoreValue, formats: Formats): string {
  return label === null ? formats.number(value) : `${label} (${formats.number(value)})`;
}
