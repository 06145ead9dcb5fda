import { isIPv4, isIPv6 } from "node:net";
import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/**
 * Returns the IP address of the client. Each proxy appends the address from which it received the request to
 * `x-forwarded-for`. Only the last entries are used, which the `proxies` trusted proxies have appended. The client may
 * have forged the others.
 */
export function clientAddress(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  proxies: number,
): string {
  const forwarded = (forwardedFor ?? "").split(",").map((part) => part.trim());
  const seen = [...forwarded, socketAddress ?? "in process"].filter((part) => part !== "");
  return withoutPort(seen.at(-1 - proxies) ?? seen[0] ?? "");
}

/** Returns the IP address of a request's client; null if the service was called in process. */
export function addressOf(context: Context<AppEnv>, proxies: number): string | null {
  const socket = context.env?.address;
  return socket === undefined ? null : clientAddress(context.req.header("x-forwarded-for"), socket, proxies);
}

/**
 * Returns the key of a client for rate limits: the /64 of an IPv6 address, or the IPv4 address. IPv4-mapped IPv6
 * addresses count as IPv4.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%", 1);
  if (!isIPv6(plain)) return address;
  const groups = expand(plain);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

function expand(address: string): readonly number[] {
  // Two hexadecimal groups replace an IPv4 address at the end, because the URL parser writes it this way.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after] = canonical
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16))));
  if (after === undefined) return before;
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** Removes the port. Some proxies add it, and it differs for each connection. */
function withoutPort(address: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? [];
  if (inBrackets !== undefined && isIPv6(inBrackets)) return inBrackets;
  const [, beforePort] = /^([\d.]+):\d+$/.exec(address) ?? [];
  return beforePort !== undefined && isIPv4(beforePort) ? beforePort : address;
}

/**
 * Returns the key of a request's client for rate limits ({@link networkOf}); null if the service was called in process.
 */
export function networkOfRequest(context: Context<AppEnv>, proxies: number): string | null {
  const address = addressOf(context, proxies);
  return address === null ? null : networkOf(address);
}
