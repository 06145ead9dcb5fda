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
 * Throws unless the request names a loopback host and, if the client's address is known, comes from this machine. The
 * check of the host stops other websites whose domain resolves to this machine: a browser then sends their domain as
 * `host`.
 */
export function requireLoopback(request: Request, address: string | undefined): void {
  const isHere = isLoopbackHost(new URL(request.url).hostname);
  if (isHere && (address === undefined || isLoopbackHost(address))) return;
  throw new RecordError("FORBIDDEN", "host: must be localhost or 127.0.0.1, because the service runs without login");
}
