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
