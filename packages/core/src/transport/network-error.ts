import { NetworkError } from "../errors.ts";

/** The error of a request that was not answered; the address is without its query, which may hold a signature. */
export function networkError(name: string, url: string, cause: unknown): NetworkError {
  return new NetworkError(`${name}: no answer from ${place(url)}: ${describe(cause)}`, { cause });
}

/** Where a URL leads, without its query. */
export function place(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** What went wrong, never empty: `fetch` says only "fetch failed" and keeps the reason in its cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error) || "unknown reason";
  const { code } = error as { code?: unknown };
  const own = error.message || (typeof code === "string" ? code : error.name);
  return error.cause instanceof Error ? `${own} (${describe(error.cause)})` : own;
}
