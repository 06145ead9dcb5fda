import { BlockList, isIP } from "node:net";
import { RecordError } from "../records/errors.ts";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether a name or address refers to this machine only. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  const version = isIP(name);
  return version !== 0 && loopback.check(name, version === 6 ? "ipv6" : "ipv4");
}

/**
 * Throws unless a request was sent to this machine by a loopback name and, if known, from it. A foreign page whose name
 * resolves to this machine has its own name in `host`.
 */
export function requireLoopback(request: Request, address: string | undefined): void {
  const isHere = isLoopbackHost(new URL(request.url).hostname);
  if (isHere && (address === undefined || isLoopbackHost(address))) return;
  throw new RecordError("FORBIDDEN", "host: must be localhost or 127.0.0.1, because the service runs without login");
}
