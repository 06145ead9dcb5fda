import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";

/** Default headers of every response. CORS headers are set only by `cross-origin.ts`. */
const defaults: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Creates middleware that adds the security headers that the route did not set. */
export function securityHeaders({ isHttps }: { readonly isHttps: boolean }): MiddlewareHandler<AppEnv> {
  const wanted = Object.entries({
    ...defaults,
    ...(isHttps && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  });
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of wanted) if (!headers.has(name)) headers.set(name, value);
  };
}
