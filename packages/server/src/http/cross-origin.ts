import type { MiddlewareHandler } from "hono";
import type { Context } from "hono";
import { isGeneratedKey } from "../access/api-key.ts";
import { isBrowserKey } from "../access/browser-key.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * Time for which browsers may reuse a preflight response, in seconds; browsers limit it further. It is long because a
 * page that closes has no time for a new preflight before its last request.
 */
const maxAge = 7_200;
const keyHeader = "x-api-key";
const requestHeaders = `content-type, ${keyHeader}, x-client-name, x-client-version, x-env`;

/**
 * Answers preflight requests of pages that send an API key. Allows every origin, because a preflight request does not
 * contain the key. `authenticate` checks the origin of the actual request.
 *
 * A preflight request that does not announce the key header gets no permission, so the browser does not send the actual
 * request. Without a key, a cookie could authenticate that request, and pages of other origins must not use cookies.
 */
export const answerPreflight: MiddlewareHandler<AppEnv> = async (context, next) => {
  const { req } = context;
  if (req.method !== "OPTIONS") return next();
  const headers = req.header("access-control-request-headers")?.toLowerCase().split(",") ?? [];
  const isForKey = headers.some((header) => header.trim() === keyHeader);
  if (!isForKey || req.header("access-control-request-method") !== "POST") return next();
  return context.body(null, 204, preflightHeaders("POST", requestHeaders));
};

/**
 * Allows the page that sent the request to read the response, if the request has a browser key. A page may also read
 * why its key was rejected; see {@link isForPages}.
 */
export const shareWithBrowserKeys: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  const origin = context.req.header("origin");
  if (origin === undefined || !isForPages(context)) return;
  context.res.headers.set("access-control-allow-origin", origin);
  context.res.headers.set("access-control-expose-headers", "retry-after, x-request-id");
  context.res.headers.append("vary", "origin");
};

/**
 * Whether the page that sent the request may read the response. If the key was rejected, the page may do so only if the
 * key has the form of a generated key. Keys that people choose can be guessed. A malicious page could try such keys in
 * the browser of a user who can reach the service, and see which one is accepted.
 */
function isForPages(context: Context<AppEnv>): boolean {
  // `authenticate` sets either `actor` or `rejection`.
  const { actor, rejection } = context.var as Partial<AppEnv["Variables"]>;
  if (actor !== undefined) return isBrowserKey(actor);
  return rejection !== undefined && isGeneratedKey(context.req.header(keyHeader) ?? "");
}

/** Returns the headers of a preflight response for any origin, without credentials. */
export function preflightHeaders(method: string, headers: string): Record<string, string> {
  return {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": method,
    "access-control-allow-headers": headers,
    "access-control-max-age": String(maxAge),
  };
}
