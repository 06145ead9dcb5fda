import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";

/** API key of an OTLP exporter's request: `x-api-key`, a bearer token, or the password of basic authentication. */
export function readSecret(context: Context<AppEnv>): string | undefined {
  const key = context.req.header("x-api-key");
  if (key !== undefined) return key;
  const [, scheme, value = ""] = /^(bearer|basic) +(\S+)\s*$/iu.exec(context.req.header("authorization") ?? "") ?? [];
  if (scheme?.toLowerCase() === "bearer") return value;
  if (scheme === undefined) return undefined;
  const pair = Buffer.from(value, "base64").toString();
  const colon = pair.indexOf(":");
  return colon === -1 ? undefined : pair.slice(colon + 1);
}
