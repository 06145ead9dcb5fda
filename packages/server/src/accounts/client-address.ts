import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";

/**
 * The address that counts as the client's. Every proxy in front appends what it saw to `x-forwarded-for`; all before what our
 * own proxies wrote is the client's invention.
 */
export function clientAddress(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  proxies: number,
): string {
  const forwarded = (forwardedFor ?? "").split(",").map((part) => part.trim());
  const seen = [...forwarded, socketAddress ?? "in process"].filter((part) => part !== "");
  return seen.at(-1 - proxies) ?? seen[0] ?? "";
}

/** The same of a request; null when the service was called in process. */
export function addressOf(context: Context<AppEnv>, proxies: number): string | null {
  const socket = context.env?.address;
  return socket === undefined ? null : clientAddress(context.req.header("x-forwarded-for"), socket, proxies);
}
