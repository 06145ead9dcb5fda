import * as z from "zod";
import { apiKeyRule, isPossibleApiKey } from "./api-key-text.ts";
import { readBasePath } from "./base-path.ts";
import { parseSmtpUrl } from "./smtp-url.ts";
import { parseS3Location } from "./s3-location.ts";

export type SettingType =
  | { readonly type: "integer"; readonly minimum: number; readonly maximum: number }
  | { readonly type: "size"; readonly minimum: number }
  | { readonly type: "choice"; readonly choices: readonly string[] }
  | {
      readonly type:
        | "text"
        | "boolean"
        | "list"
        | "http-url"
        | "postgres-url"
        | "s3-url"
        | "smtp-url"
        | "path"
        | "api-key";
    };

/** Returns the schema of a value in the configuration file. Its output is the resolved value. */
export function schemaOf(setting: SettingType): z.ZodType {
  switch (setting.type) {
    case "integer":
      return integer(setting.minimum, setting.maximum);
    case "size":
      return size(setting.minimum);
    case "choice":
      return z.enum(setting.choices, `must be one of ${setting.choices.join(", ")}`);
    case "boolean":
      return z.boolean("must be true or false");
    case "list":
      return z.array(text(), "must be a list of strings");
    case "http-url":
      return text("uri").transform(rethrow(readHttpUrl));
    case "postgres-url":
      return text("uri").transform(rethrow(readPostgresUrl));
    case "s3-url":
      return text("uri").transform(rethrow(readS3Url));
    case "smtp-url":
      return text("uri").transform(rethrow(readSmtpUrl));
    case "path":
      return text().transform(rethrow(readBasePath));
    case "api-key":
      return text().refine(isPossibleApiKey, apiKeyRule);
    case "text":
      return text();
  }
}

/**
 * Converts the text of a flag or variable to the JSON value that the schema expects. Returns the text unchanged if that
 * is not possible.
 */
export function fromText({ type }: SettingType, value: string): unknown {
  const trimmed = value.trim();
  if (type === "integer") return /^\d+$/.test(trimmed) ? Number(trimmed) : value;
  if (type === "list") return value.split(",");
  if (type !== "boolean") return value;
  if (trimmed === "true" || trimmed === "1") return true;
  return trimmed === "false" || trimmed === "0" ? false : value;
}

/** Parses the text of a command option. Throws an `Error` that describes the valid values. */
export function parseOption<Type extends SettingType>(type: Type, value: string): OptionValue<Type> {
  const { success, data, error } = schemaOf(type).safeParse(fromText(type, value));
  if (success) return data as OptionValue<Type>; // the output type of the schema
  throw new Error(problemOf(error));
}

type OptionValue<Type extends SettingType> = Type["type"] extends "integer" | "size"
  ? number
  : Type["type"] extends "postgres-url" | "s3-url"
    ? string
    : unknown;

/** Returns a description of the valid values, without the rejected value. */
export function problemOf({ issues }: z.ZodError): string {
  return issues[0]?.message ?? "is not valid";
}

function text(format?: "uri"): z.ZodString {
  const schema = z.string("must be a non-empty string").trim().min(1, "must be a non-empty string");
  return format === undefined ? schema : schema.meta({ format });
}

function integer(minimum: number, maximum: number): z.ZodType<number> {
  const problem = `must be a whole number from ${minimum} to ${maximum}`;
  return z.int(problem).min(minimum, problem).max(maximum, problem);
}

const unitBytes: Readonly<Record<string, number>> = { "": 1, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 };

function size(minimum: number): z.ZodType<number> {
  const problem = "must be a number of bytes, such as 1048576 or 1MiB";
  return z
    .union(
      [z.int(problem).min(minimum, problem), z.string().regex(/^\s*\d+\s*([KkMmGg][Ii][Bb])?\s*$/, problem)],
      problem,
    )
    .transform((value) => {
      const [, number, unit = ""] = /^\s*(\d+)\s*([a-z]*)/.exec(String(value).toLowerCase()) ?? [];
      return Number(number) * (unitBytes[unit] ?? Number.NaN);
    })
    .refine((bytes) => Number.isSafeInteger(bytes) && bytes >= minimum, problem);
}

function rethrow(read: (value: string) => string): (value: string, context: z.RefinementCtx<string>) => string {
  return (value, context) => {
    try {
      return read(value);
    } catch (error) {
      // All given `read` functions throw instances of `Error`.
      context.addIssue({ code: "custom", message: (error as Error).message });
      return z.NEVER;
    }
  };
}

function readHttpUrl(value: string): string {
  const url = URL.parse(value);
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  if (!isHttp || url.search !== "" || url.hash !== "" || url.username !== "") {
    throw new Error("must be an http or https URL, such as https://threadline.example.com");
  }
  return url.href.replace(/\/+$/, "");
}

function readPostgresUrl(value: string): string {
  const url = URL.parse(value);
  if (!url || !["postgres:", "postgresql:"].includes(url.protocol) || url.pathname.length < 2) {
    throw new Error("must be a PostgreSQL URL with a database, such as postgres://user@host:5432/threadline");
  }
  return value;
}

function readSmtpUrl(value: string): string {
  parseSmtpUrl(value);
  return value;
}

function readS3Url(value: string): string {
  parseS3Location(value);
  return value;
}
