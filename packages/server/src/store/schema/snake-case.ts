/** Converts `createdAt` to `created_at`. */
export type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Rest>}`
  : "";

const snakeCased = new Map<string, string>();

export function toSnakeCase(field: string): string {
  let name = snakeCased.get(field);
  if (name === undefined) {
    name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakeCased.set(field, name);
  }
  return name;
}
