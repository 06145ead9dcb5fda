import { parseJson } from "../json/parse-json.ts";

/**
 * A record that has fields as the JSON text that its store keeps, and parses one when it is read. Who only passes the value on
 * takes the text: to parse it and to write it again costs most of the time of a page.
 */
export interface HasJsonTexts {
  /** Length of all texts that the record holds. */
  readonly textBytes: number;
  /** The JSON text of a field's value; undefined where there is none, as the value is null or no JSON. */
  jsonTextOf(field: string): string | undefined;
}

export function hasJsonTexts(record: object): record is HasJsonTexts {
  return "jsonTextOf" in record;
}

/** JSON text keeps NUL and lone surrogates as escapes, so that every value is read back equal. Null is no value. */
export function toJsonText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

export function fromJsonText<Value>(text: unknown): Value {
  // The column holds the result of `toJsonText` for a value of that type.
  return (text === null ? null : parseJson(text as string)) as Value;
}
