import { BlockList, isIP } from "node:net";
import { isLoopbackHost } from "../access/loopback.ts";

/** IPv4 and IPv6 addresses that are not public, as in RFC 6890 and its updates. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  notPublic.addSubnet(network, prefix, "ipv4");
}
// The networks are protocol assignments (such as Teredo), documentation, 6to4 (addresses that contain an IPv4 address),
// and documentation again.
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  notPublic.addSubnet(network, prefix, "ipv6");
}
/**
 * Range of the public IPv6 addresses. All other addresses are rejected: they may be local, or contain an IPv4 address
 * that is not allowed, like `::ffff:10.0.0.1`, which contains `10.0.0.1`.
 */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

const localSuffixes = [".local", ".internal", ".home.arpa", ".lan"];

/** Hosts and networks that the operator allows in addition to public addresses. */
export interface AllowedHosts {
  readonly names: ReadonlySet<string>;
  readonly networks: BlockList;
  readonly hasNetworks: boolean;
  readonly allowsLoopback: boolean;
}

/**
 * Reads names, addresses and networks, such as `ollama.lan`, `10.1.2.3` and `10.0.0.0/8`. Throws a `TypeError` for an
 * invalid one.
 */
export function readAllowedHosts(hosts: readonly string[], allowsLoopback: boolean): AllowedHosts {
  const names = new Set<string>();
  const networks = new BlockList();
  for (const host of hosts) {
    const entry = host.trim().toLowerCase();
    const [address = "", prefix, ...rest] = entry.replace(/^\[(.*)\]$/, "$1").split("/");
    const version = isIP(address);
    const family = version === 6 ? "ipv6" : "ipv4";
    const maxPrefix = version === 6 ? 128 : 32;
    if (version !== 0 && rest.length === 0 && (prefix === undefined || isPrefix(prefix, maxPrefix))) {
      networks.addSubnet(address, prefix === undefined ? maxPrefix : Number(prefix), family);
    } else if (version === 0 && /^[a-z\d_-]+(\.[a-z\d_-]+)*$/.test(entry)) {
      names.add(entry);
    } else {
      throw new TypeError(
        `modelHosts: "${host}" must be a host name, an IP address or a network such as 10.0.0.0/8, without a port`,
      );
    }
  }
  return { names, networks, hasNetworks: networks.rules.length > 0, allowsLoopback };
}

function isPrefix(text: string, limit: number): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= limit;
}

/** Error for an address to which the service may not connect. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}

/**
 * Whether the service may connect to `address`, to which the name `hostname` resolves. A name or address that the
 * operator allows may be used without TLS. Any other address must be public, and the connection must use TLS.
 */
export function isAllowedAddress(
  allowed: AllowedHosts,
  { hostname, address, isSecure }: { readonly hostname: string; readonly address: string; readonly isSecure: boolean },
): boolean {
  if (isOperators(allowed, hostname, address)) return true;
  return isSecure && isPublic(address);
}

/**
 * Throws an {@link AddressRefusedError} if the URL alone shows that the service must not connect to it, for example
 * because of a local host name. The addresses to which a host name resolves are checked later, when the connection is
 * opened.
 */
export function checkModelUrl(allowed: AllowedHosts, url: URL): void {
  const isSecure = url.protocol === "https:";
  if (!isSecure && url.protocol !== "http:") throw new AddressRefusedError("must be an https URL");
  if (url.username !== "" || url.password !== "")
    throw new AddressRefusedError("must not contain a user name or password");
  const hostname = hostOf(url);
  if (isIP(hostname) !== 0) {
    if (isAllowedAddress(allowed, { hostname, address: hostname, isSecure })) return;
    throw new AddressRefusedError(isSecure || !isPublic(hostname) ? notPublicMessage(hostname) : insecureMessage);
  }
  if (allowed.names.has(hostname) || (allowed.allowsLoopback && isLoopbackHost(hostname))) return;
  // If the operator allows networks, the name may resolve to an address in one of them. This is checked when the
  // connection is opened.
  if (allowed.hasNetworks) return;
  const isLocal =
    !hostname.includes(".") || isLoopbackHost(hostname) || localSuffixes.some((suffix) => hostname.endsWith(suffix));
  if (isLocal) throw new AddressRefusedError(notPublicMessage(hostname));
  if (!isSecure) throw new AddressRefusedError(insecureMessage);
}

const insecureMessage =
  "must be an https URL; http is only possible for hosts that the operator allows (--model-hosts)";

export function notPublicMessage(host: string): string {
  return `${host} is not a public address; the operator can allow it (--model-hosts)`;
}

/** Returns the host of a URL. Removes the brackets of an IPv6 address, and a dot at the end of the host. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function isOperators({ names, networks, allowsLoopback }: AllowedHosts, hostname: string, address: string): boolean {
  if (names.has(hostname)) return true;
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  return networks.check(address, family) || (allowsLoopback && isLoopbackHost(address));
}

function isPublic(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !notPublic.check(address, "ipv4");
  return version === 6 && globalUnicast.check(address, "ipv6") && !notPublic.check(address, "ipv6");
}
