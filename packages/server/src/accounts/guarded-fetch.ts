import { readText } from "../models/read-text.ts";

const maxBytes = 1024 * 1024;
const timeoutMs = 10_000;

/** Fetches a JSON object from an allowed host. Rejects with an `Error` that describes the problem. */
export type GuardedFetch = (url: string, init?: RequestInit) => Promise<Readonly<Record<string, unknown>>>;

export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly status: number;
  /** OAuth error code, such as `invalid_client`; empty if the response contains none. */
  readonly code: string;

  constructor(url: string, status: number, code: string) {
    super(`${url} responded with status ${status}${code === "" ? "" : ` (${code})`}`);
    this.status = status;
    this.code = code;
  }
}

/** Whether a URL may be contacted: it has the configured origin, or uses https and an allowed host. */
export function isAllowedUrl(
  text: string,
  allowed: { readonly origin: string; readonly hosts: readonly string[] },
): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== "" || url.password !== "") return false;
  // Other protocols are not allowed. For example, a `blob:` URL has the origin of the page that created it, so it could
  // pass the comparison of origins below.
  if (url.protocol !== "https:" && url.protocol !== "http:") return false;
  return url.origin === allowed.origin || (url.protocol === "https:" && allowed.hosts.includes(url.host));
}

/**
 * Creates the function for all requests to an identity provider. It follows no redirects, and limits the size and
 * duration of responses.
 */
export function createGuardedFetch(allowed: {
  readonly origin: string;
  readonly hosts: readonly string[];
}): GuardedFetch {
  return async (url, init = {}) => {
    if (!isAllowedUrl(url, allowed))
      throw new Error(`${url} is neither on the host of the issuer nor on an allowed host (ssoHosts)`);
    const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    const tooLarge = () => new Error(`${url} returned more than ${maxBytes} bytes`);
    const text = await readText(response, maxBytes, tooLarge);
    if (!response.ok) throw new ProviderError(url, response.status, errorCodeOf(text));
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) throw new Error(`${url} did not return a JSON object`);
    return value as Record<string, unknown>;
  };
}

function errorCodeOf(text: string): string {
  try {
    const { error } = Object(JSON.parse(text)) as { readonly error?: unknown };
    return typeof error === "string" && /^\w{1,60}$/.test(error) ? error : "";
  } catch {
    return "";
  }
}
