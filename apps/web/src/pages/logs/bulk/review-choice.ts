import type { JsonValue } from "@threadline/schema/sdk";
import { parseJson } from "../../../json/json-text.ts";
import { changeTone, type Direction } from "../../../ui/change-tone.ts";
import type { LogRecord, RecordScore } from "../log-record.ts";

/** Decision about a record that will be added to a dataset. */
export interface ReviewChoice {
  readonly isIncluded: boolean;
  /**
   * Whether the recorded output becomes the expected output. If false, the expected output is
   * {@link ReviewChoice.text}.
   */
  readonly takesOutput: boolean;
  /** Expected output entered by the user, as JSON. Empty for none. Only used if `takesOutput` is false. */
  readonly text: string;
}

export interface ScoreRange {
  readonly name: string;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly categories: readonly { readonly value: number }[] | null;
  readonly direction: Direction;
}

/**
 * Returns the initial choice. The recorded output becomes the expected output unless the record failed, has no output,
 * or has a bad score.
 */
export function defaultChoice(record: LogRecord, ranges: readonly ScoreRange[]): ReviewChoice {
  const takesOutput = !hasFailed(record) && badScores(record, ranges).length === 0 && hasOutput(record);
  return { isIncluded: true, takesOutput, text: "" };
}

export function hasFailed({ error }: LogRecord): boolean {
  return error !== null && error !== undefined && error !== "";
}

function hasOutput({ output }: LogRecord): boolean {
  return output !== null;
}

/**
 * Returns the scores that are worse than the middle of their range, to point them out in a review. Without a schema, a
 * score has the range 0 to 1, and higher values are better.
 */
export function badScores({ scores = [] }: LogRecord, ranges: readonly ScoreRange[]): readonly RecordScore[] {
  return scores.filter(({ name, value }) => {
    const range = ranges.find((each) => each.name === name);
    const values = range?.categories?.map((category) => category.value) ?? [];
    const low = range?.minimum ?? (values.length > 0 ? Math.min(...values) : 0);
    const high = range?.maximum ?? (values.length > 0 ? Math.max(...values) : 1);
    return changeTone(value - (low + high) / 2, range?.direction ?? "HIGHER_IS_BETTER") === "worse";
  });
}

/**
 * Returns the expected output: undefined for the recorded output, null for none. Returns an error if the text is not
 * valid JSON.
 */
export function readChoice({
  takesOutput,
  text,
}: ReviewChoice): { readonly expectedOutput: JsonValue | undefined } | { readonly problem: string } {
  if (takesOutput) return { expectedOutput: undefined };
  const { value, error } = parseJson(text);
  return error === null ? { expectedOutput: value ?? null } : { problem: error };
}
