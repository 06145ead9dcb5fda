import { badInput, RecordError } from "../records/errors.ts";
import type { ApiKeyRecord } from "../store/projects.ts";

interface KeyHolder {
  /** Null for callers without a key. */
  readonly key: Pick<ApiKeyRecord, "scopes"> | null;
}

const maxOrigins = 20;

/**
 * Root fields that keys with the scope `browser` may use. Such a key is public, because it is part of a web page. It
 * can record and score, but not read.
 */
export const browserFields: ReadonlySet<string> = new Set([
  "Mutation.createScore",
  "Mutation.ingestStep",
  "Mutation.ingestSteps",
  "Mutation.ingestThreads",
  "Mutation.upsertThread",
]);

/**
 * Share of a project's quotas that browser keys and feedback tokens may use. The rest stays available to other keys.
 */
export const browserQuotaShare = 0.5;

/** Returns the part of the project's quotas that the actor may use, from 0 to 1. */
export function quotaShareOf(actor: KeyHolder): number {
  return isBrowserKey(actor) ? browserQuotaShare : 1;
}

export function isBrowserKey({ key }: KeyHolder): boolean {
  return key !== null && key.scopes.includes("browser");
}

/**
 * Throws `FORBIDDEN` if a browser key is used by a page whose origin the key does not list. Other keys work from every
 * origin.
 */
export function requireOrigin(key: ApiKeyRecord, origin: string | undefined): void {
  if (!isBrowserKey({ key }) || (origin !== undefined && key.origins?.includes(origin))) return;
  throw new RecordError(
    "FORBIDDEN",
    "origin: is not among the allowed origins of this API key; use a key that allows the origin of the page",
  );
}

/**
 * Validates the origins of a new key, such as `https://example.com`. They are required with the scope `browser` and
 * rejected without it. The scope `browser` cannot be combined with other scopes.
 */
export function readOrigins(
  scopes: readonly string[],
  origins: readonly string[] | null | undefined,
): readonly string[] | undefined {
  if (!scopes.includes("browser")) {
    if (origins?.length) throw badInput("origins", "can only be set for keys with the scope browser");
    return undefined;
  }
  if (scopes.length > 1) throw badInput("scopes", "browser cannot be combined with other scopes");
  if (!origins?.length) throw badInput("origins", "must contain at least one origin for a key with the scope browser");
  if (origins.length > maxOrigins) throw badInput("origins", `at most ${maxOrigins} are allowed`, maxOrigins);
  for (const [index, origin] of origins.entries()) {
    if (isOrigin(origin)) continue;
    throw badInput(`origins[${index}]`, "must be the origin of a page, such as https://example.com, without a path");
  }
  return [...new Set(origins)];
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol } = new URL(text);
  return origin === text && (protocol === "https:" || protocol === "http:");
}
