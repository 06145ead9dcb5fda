import { NetworkError } from "../errors.ts";

/**
 * Creates the error for a request without a response. The message omits the query of the URL, which may contain a
 * signature.
 */
export function networkError(name: string, url: string, cause: unknown): NetworkError {
  return new NetworkError(`${name}: no response from ${withoutQuery(url)}: ${describe(cause)}`, { cause });
}

export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Describes an error and its causes. The message of `fetch` alone is only "fetch failed". Never empty. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error) || "unknown reason";
  const { code } = error as { code?: unknown };
  const own = error.message || (typeof code === "string" ? code : error.name);
  return error.cause instanceof Error ? `${own} (${describe(error.cause)})` : own;
}
