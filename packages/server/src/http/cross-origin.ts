import type { MiddlewareHandler } from "hono";
import type { Context } from "hono";
import { isGeneratedKey } from "../access/api-key.ts";
import { isBrowserKey } from "../access/browser-key.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * Maximum age of a preflight response, in seconds; browsers limit it further. It is long because a request sent while a
 * page closes leaves no time for a preflight.
 */
const maxAge = 7_200;
const keyHeader = "x-api-key";
const requestHeaders = `content-type, ${keyHeader}, x-client-name, x-client-version, x-env`;

/**
 * Answers preflights of requests with a key. A preflight does not contain the key, so every origin is allowed;
 * `authenticate` then rejects origins that the key does not list. Requests that do not ask for the key header may be
 * authenticated by a cookie, so their preflight gets no answer. Credentials are never allowed.
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
 * Allows pages to read the response if the request has a browser key. Pages of any origin may read why their key was
 * rejected.
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
 * Whether pages may read the response. They may read why a key was rejected only if the key is a generated one.
 * Otherwise, on a service that only the page's visitor can reach, a page could guess keys that people chose.
 */
function isForPages(context: Context<AppEnv>): boolean {
  const { actor, rejection } = context.var as Partial<AppEnv["Variables"]>; // `authenticate` sets one of the two
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
