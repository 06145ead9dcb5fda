/** An object of unknown fields: LangChain's own types differ between its versions and providers. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one for anything else. */
export function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The value when it is a text with at least one character. */
export function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The first of the values that is a text. */
export function firstText(...values: unknown[]): string | undefined {
  return values.map(toText).find((text) => text !== undefined);
}
