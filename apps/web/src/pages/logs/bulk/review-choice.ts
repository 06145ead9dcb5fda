import type { JsonValue } from "@threadline/schema/sdk";
import { parseJson } from "../../../json/json-text.ts";
import type { LogRecord, RecordScore } from "../log-record.ts";

/** Choice for a record when it is added to a dataset. */
export interface ReviewChoice {
  readonly isIncluded: boolean;
  /** Whether the recorded output is the expected one; otherwise `text` is. */
  readonly takesOutput: boolean;
  /** The expected output as JSON; empty for none. */
  readonly text: string;
}

/** The range of values of a score, from its schema. */
export interface ScoreRange {
  readonly name: string;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly categories: readonly { readonly value: number }[] | null;
}

/** Initial choice: the output is expected unless it failed, is missing or has a bad score. */
export function defaultChoice(record: LogRecord, ranges: readonly ScoreRange[]): ReviewChoice {
  const takesOutput = !hasFailed(record) && badScores(record, ranges).length === 0 && hasOutput(record);
  return { isIncluded: true, takesOutput, text: "" };
}

export function hasFailed({ error }: LogRecord): boolean {
  return error !== null && error !== undefined && error !== "";
}

/** Whether there is an output, in the loaded part. */
function hasOutput({ output }: LogRecord): boolean {
  return output !== null;
}

/** Scores in the lower half of their range, which is from 0 to 1 without a schema. */
export function badScores({ scores = [] }: LogRecord, ranges: readonly ScoreRange[]): readonly RecordScore[] {
  return scores.filter(({ name, value }) => {
    const range = ranges.find((each) => each.name === name);
    const values = range?.categories?.map((category) => category.value) ?? [];
    const low = range?.minimum ?? (values.length > 0 ? Math.min(...values) : 0);
    const high = range?.maximum ?? (values.length > 0 ? Math.max(...values) : 1);
    return value < (low + high) / 2;
  });
}

/** Expected output of a choice: undefined for the recorded one, null for none, or an error for invalid JSON. */
export function readChoice({
  takesOutput,
  text,
}: ReviewChoice): { readonly expectedOutput: JsonValue | undefined } | { readonly problem: string } {
  if (takesOutput) return { expectedOutput: undefined };
  const { value, error } = parseJson(text);
  return error === null ? { expectedOutput: value ?? null } : { problem: error };
}
