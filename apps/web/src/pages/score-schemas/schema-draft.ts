import type { ScoreSchemaInput, ScoreSchemaListQuery } from "../../generated/score-schemas.ts";
import type { Direction } from "../../ui/change-tone.ts";
import { parseNumber } from "../../ui/number-text.ts";

export type StoredSchema = ScoreSchemaListQuery["scoreSchemas"][number];

export interface SchemaDraft {
  readonly name: string;
  readonly description: string;
  readonly type: "CATEGORICAL" | "CONTINUOUS";
  readonly categories: readonly { readonly key: number; readonly label: string; readonly value: string }[];
  readonly minimum: string;
  readonly maximum: string;
  readonly direction: Direction;
}

/** Returns the initial form of a schema. A new schema starts with two categories. */
export function draftOf(schema: StoredSchema | null): SchemaDraft {
  const categories = schema?.categories ?? [
    { label: "yes", value: 1 },
    { label: "no", value: 0 },
  ];
  return {
    name: schema?.name ?? "",
    description: schema?.description ?? "",
    type: schema?.type ?? "CATEGORICAL",
    categories: categories.map(({ label, value }, key) => ({ key, label, value: String(value) })),
    minimum: textOf(schema?.minimum),
    maximum: textOf(schema?.maximum),
    direction: schema?.direction ?? "HIGHER_IS_BETTER",
  };
}

/**
 * Returns the initial form of a schema for scores that have none. Its categories are the labels of the scores, with
 * the value of the newest score. If a score has no label, the schema is continuous, and from 0 to 1 if all values are.
 */
export function draftForScores(
  name: string,
  /** Newest first. */
  scores: readonly { readonly value: number; readonly label: string | null }[],
): SchemaDraft {
  const draft = { ...draftOf(null), name };
  const labels = new Map(
    scores.toReversed().flatMap(({ value, label }) => (label === null ? [] : [[label, value] as const])),
  );
  if (labels.size > 0 && scores.every(({ label }) => label !== null)) {
    const sorted = [...labels].toSorted(([, one], [, other]) => other - one);
    return { ...draft, categories: sorted.map(([label, value], key) => ({ key, label, value: String(value) })) };
  }
  const isShare = scores.length > 0 && scores.every(({ value }) => value >= 0 && value <= 1);
  return { ...draft, type: "CONTINUOUS", ...(isShare && { minimum: "0", maximum: "1" }) };
}

function textOf(number: number | null | undefined): string {
  return number === null || number === undefined ? "" : String(number);
}

/** Parses the form. Returns the schema or, if a number field contains no number, the text of the first such field. */
export function readDraft(
  draft: SchemaDraft,
): { readonly schema: ScoreSchemaInput; readonly notANumber: null } | { readonly notANumber: string } {
  const bounds = [draft.minimum, draft.maximum].filter((text) => text.trim() !== "");
  const numbers = draft.type === "CATEGORICAL" ? draft.categories.map(({ value }) => value) : bounds;
  const notANumber = numbers.find((text) => parseNumber(text) === undefined);
  if (notANumber !== undefined) return { notANumber };
  const schema: ScoreSchemaInput = {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    type: draft.type,
    direction: draft.direction,
    ...(draft.type === "CATEGORICAL"
      ? {
          categories: draft.categories.map(({ label, value }) => ({
            label: label.trim(),
            value: parseNumber(value) ?? 0,
          })),
        }
      : { minimum: bound(draft.minimum), maximum: bound(draft.maximum) }),
  };
  return { schema, notANumber: null };
}

function bound(text: string): number | null {
  return parseNumber(text) ?? null;
}
