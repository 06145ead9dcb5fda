import { formatDateTime } from "../records/date-time.ts";
import type { ApiKeyRecord } from "../store/projects.ts";
import { apiKeyRule, isPossibleApiKey } from "../config/api-key-text.ts";

type ReadHeader = (name: string) => string | undefined;

/** API key of a request, or the reason why it has none. */
export type PresentedKey =
  | { readonly secret: string; readonly header: string }
  | { readonly problem: string; readonly isMissing: boolean };

/** Reads the API key of a request. The functions differ in the headers that they read. */
export type ReadKey = (header: ReadHeader) => PresentedKey;

export const readKeyHeader: ReadKey = (header) => {
  const key = header("x-api-key");
  if (key !== undefined) return checkKey(key, "x-api-key");
  const hint = header("authorization") === undefined ? "" : '; "authorization" is not read here';
  return { problem: `Missing API key: send a key of the project in the header "x-api-key"${hint}`, isMissing: true };
};

/**
 * Reads the key of an OpenTelemetry exporter: from `x-api-key`, or from `authorization` as a bearer token or the
 * password of basic authentication.
 */
export const readExporterKey: ReadKey = (header) => {
  const key = header("x-api-key");
  if (key !== undefined) return checkKey(key, "x-api-key");
  const authorization = header("authorization");
  if (authorization === undefined) {
    const problem =
      'Missing API key: send a key of the project in the header "x-api-key", or as "Bearer <key>" in "authorization"';
    return { problem, isMissing: true };
  }
  const [, scheme = "", value = ""] = /^(bearer|basic) +(\S+)\s*$/iu.exec(authorization) ?? [];
  if (scheme.toLowerCase() === "bearer") return checkKey(value, "authorization");
  const [, password = ""] = /^[^:]*:(.*)$/su.exec(Buffer.from(value, "base64").toString()) ?? [];
  if (password !== "") return checkKey(password, "authorization");
  const forms = '"Bearer <key>", or "Basic <base64 of user:key>" with any user';
  return { problem: `Malformed header "authorization": must be ${forms}`, isMissing: false };
};

function checkKey(secret: string, header: string): PresentedKey {
  if (isPossibleApiKey(secret)) return { secret, header };
  return { problem: `Malformed header "${header}": ${misread(secret) ?? `the key ${apiKeyRule}`}`, isMissing: false };
}

export function describeUnknownKey({ secret, header }: { readonly secret: string; readonly header: string }): string {
  const mistake = misread(secret);
  if (mistake !== null) return `Malformed header "${header}": ${mistake}`;
  return `Invalid API key: the key in the header "${header}" is not one of this service, or was revoked`;
}

export function describeExpiredKey(
  { header }: { readonly header: string },
  { name, expiresAt }: Pick<ApiKeyRecord, "expiresAt" | "name">,
): string {
  const time = formatDateTime(expiresAt ?? 0);
  return `Expired API key: the key "${name}" in the header "${header}" expired at ${time}. Create a new key`;
}

/** Returns a hint for a usual mistake in copying a key into a header; null if there is none. */
function misread(text: string): string | null {
  if (text === "") return "it is empty. Is the variable with the key set?";
  if (/^(?:bearer|basic)\b/iu.test(text)) return "must be the key alone, without a scheme";
  if (/^["'].*["']$/u.test(text)) return "must be the key without quotes";
  if (/^x-api-key[=:]/iu.test(text)) return "must be the key alone, without the name of the header";
  if (text.includes(",")) return "it has several values. Send one key";
  return null;
}
