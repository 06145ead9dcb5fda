/** An object with unknown fields. LangChain's types differ between versions and providers. */
export type Fields = Readonly<Record<string, unknown>>;

export function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function firstText(...values: unknown[]): string | undefined {
  return values.map(toText).find((text) => text !== undefined);
}
