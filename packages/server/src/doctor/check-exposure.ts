import { isLoopbackHost } from "../access/loopback.ts";
import type { Configuration } from "../config/settings.ts";
import type { Deployment } from "./deployment.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Who reaches the service, and what is between. */
export async function checkExposure({ configuration }: Deployment): Promise<Finding[]> {
  const { host, noLogin, baseUrl } = configuration;
  const isHere = isLoopbackHost(host);
  if (noLogin) return [withoutLogin(configuration, isHere)];
  const login = ok("login", "People sign in.");
  if (isHere && baseUrl === undefined) return [login, ok("address", `Only this machine reaches ${host}.`)];
  return [
    login,
    checkBaseUrl(configuration, isHere),
    checkProxies(configuration),
    configuration.production
      ? ok("production", "No GraphiQL page and no introspection.")
      : warning("production", "Everybody may read the schema and the GraphiQL page.", "Give --production."),
    configuration.requestsPerAddress > 0
      ? ok("request-limit", `${configuration.requestsPerAddress} requests a minute from one address.`)
      : warning(
          "request-limit",
          "One address may ask as often as it likes.",
          "Give --requests-per-address, or limit requests in the proxy.",
        ),
  ];
}

function withoutLogin({ host }: Configuration, isHere: boolean): Finding {
  return isHere
    ? warning("login", "Everybody at this machine owns every project.", "Leave out --no-login, but to try things.")
    : failure("login", `Without a login the service does not listen on ${host}.`, "Leave out --no-login or --host.");
}

function checkBaseUrl({ host, baseUrl }: Configuration, isHere: boolean): Finding {
  if (baseUrl === undefined) {
    return warning(
      "base-url",
      `${host} is open to a network, passwords and keys reach it unencrypted, and links name whatever host a request names.`,
      "Put a proxy that ends TLS in front, and name its URL: --base-url.",
    );
  }
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:") {
    return isHere
      ? ok("base-url", `${baseUrl}; what is in front ends TLS and reaches ${host}.`)
      : ok("base-url", `${baseUrl}; what is in front ends TLS. Let nothing else reach ${host}.`);
  }
  return isLoopbackHost(hostname)
    ? warning("base-url", `Links lead to ${baseUrl}, which is this machine alone.`, "Name the public URL: --base-url.")
    : warning(
        "base-url",
        `Passwords and keys reach ${baseUrl} unencrypted.`,
        "End TLS in front, and give its https URL.",
      );
}

function checkProxies({ proxies, baseUrl }: Configuration): Finding {
  const isBehind = baseUrl?.startsWith("https:") ?? false;
  if (proxies === 0 && isBehind) {
    return warning(
      "proxies",
      "All clients count as one address, that of the proxy, in limits and in the audit log.",
      "Say how many of your proxies append to X-Forwarded-For: --proxies 1.",
    );
  }
  if (proxies > 0 && !isBehind) {
    return warning(
      "proxies",
      `The last ${proxies} of X-Forwarded-For are believed, and no base URL tells of a proxy that writes them.`,
      "Leave out --proxies when there is none: anybody could choose an address.",
    );
  }
  return ok("proxies", proxies === 0 ? "None is expected." : `${proxies} before the service.`);
}
