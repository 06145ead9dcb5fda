import { parseS3Location } from "../files/s3-location.ts";

/** Parsers of single values, which come as text (flags, environment) or as JSON (file). Each throws what the value must be. */

export function parseText(value: unknown): string {
  if (typeof value !== "string" || value.trim() === "") throw new Error("must be a text");
  return value.trim();
}

export function parseInteger({ from, to }: { readonly from: number; readonly to: number }): (value: unknown) => number {
  return (value) => {
    const number = typeof value === "string" && /^\d+$/.test(value.trim()) ? Number(value) : value;
    if (!Number.isSafeInteger(number) || (number as number) < from || (number as number) > to) {
      throw new Error(`must be a whole number from ${from} to ${to}`);
    }
    return number as number; // A safe integer is a number.
  };
}

const unitSizes: Readonly<Record<string, number>> = { "": 1, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 };

export function parseBytes(value: unknown): number {
  const [, number, unit = ""] = /^(\d+)\s*(|kib|mib|gib)$/.exec(String(value).trim().toLowerCase()) ?? [];
  const bytes = Number(number) * (unitSizes[unit] ?? Number.NaN);
  if (!Number.isSafeInteger(bytes) || bytes < 1) throw new Error("must be a number of bytes, such as 1048576 or 1MiB");
  return bytes;
}

/** Bytes, where 0 is no limit. */
export function parseQuotaBytes(value: unknown): number {
  return String(value).trim() === "0" ? 0 : parseBytes(value);
}

export function parseBoolean(value: unknown): boolean {
  if (value === true || value === "true" || value === "1") return true;
  if (value === false || value === "false" || value === "0") return false;
  throw new Error("must be true or false");
}

/** Texts separated by commas, or a JSON array of them. */
export function parseList(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : parseText(value).split(",");
  return parts.map(parseText);
}

export function parseOneOf<Value extends string>(values: readonly Value[]): (value: unknown) => Value {
  return (value) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`must be one of ${values.join(", ")}`);
    return found;
  };
}

export function parseOrigin(value: unknown): string {
  const url = URL.parse(parseText(value));
  if (
    !url ||
    !["http:", "https:"].includes(url.protocol) ||
    url.search !== "" ||
    url.hash !== "" ||
    url.username !== ""
  ) {
    throw new Error("must be an http or https URL, such as https://threadline.example.com");
  }
  return url.href.replace(/\/+$/, "");
}

/** An S3 bucket, as `parseS3Location` reads it. */
export function parseFilesUrl(value: unknown): string {
  const text = parseText(value);
  parseS3Location(text);
  return text;
}

export function parsePostgresUrl(value: unknown): string {
  const text = parseText(value);
  const url = URL.parse(text);
  if (!url || !["postgres:", "postgresql:"].includes(url.protocol) || url.pathname.length < 2) {
    throw new Error("must be a PostgreSQL URL with a database, such as postgres://user@host:5432/threadline");
  }
  return text;
}
