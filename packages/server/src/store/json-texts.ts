import { parseJson } from "../json/parse-json.ts";

/**
 * Record whose JSON fields are parsed on access. To write a field into a response, use `jsonTextOf`, which returns the
 * stored text. Parsing a field and serializing its value again would take most of the time of a list request.
 */
export interface HasJsonTexts {
  /** Total length of the texts. */
  readonly textBytes: number;
  /** JSON text of a field's value; undefined if the value is null, or has no JSON text of its own. */
  jsonTextOf(field: string): string | undefined;
}

export function hasJsonTexts(record: object): record is HasJsonTexts {
  return "jsonTextOf" in record;
}

/**
 * Serializes a value. JSON text keeps NUL and lone surrogates as escapes, so that values are read back equal. Null and
 * undefined become null.
 */
export function toJsonText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

export function fromJsonText<Value>(text: unknown): Value {
  // The casts are valid, because the column holds the result of `toJsonText` for a value of this type.
  return (text === null ? null : parseJson(text as string)) as Value;
}

export interface ContentTexts {
  readonly input: string | null;
  readonly output: string | null;
  readonly generation: string | null;
}

/**
 * Joins the JSON texts of a step with line feeds. The result can be split again, because JSON text contains line feeds
 * only as escapes. Null if all texts are null.
 */
export function joinContent({ input, output, generation }: ContentTexts): string | null {
  if (input === null && output === null && generation === null) return null;
  return `${input ?? ""}\n${output ?? ""}\n${generation ?? ""}`;
}
