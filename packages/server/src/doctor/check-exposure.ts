import { isLoopbackHost } from "../access/loopback.ts";
import type { Configuration } from "../config/settings.ts";
import type { Deployment } from "./deployment.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

export async function checkExposure({ configuration }: Deployment): Promise<Finding[]> {
  const { host, noLogin, baseUrl } = configuration;
  const isHere = isLoopbackHost(host);
  if (noLogin) return [withoutLogin(configuration, isHere)];
  const login = ok("login", "Login is required.");
  if (isHere && baseUrl === undefined) return [login, ok("address", `${host} is reachable only from this machine.`)];
  return [
    login,
    checkBaseUrl(configuration, isHere),
    checkProxies(configuration),
    configuration.production
      ? ok("production", "GraphiQL and introspection are disabled.")
      : warning("production", "The schema and the GraphiQL page are public.", "Set --production."),
    configuration.requestsPerAddress > 0
      ? ok("request-limit", `${configuration.requestsPerAddress} requests per minute and IP address.`)
      : warning(
          "request-limit",
          "No rate limit per IP address.",
          "Set --requests-per-address, or limit requests in the proxy.",
        ),
  ];
}

function withoutLogin({ host }: Configuration, isHere: boolean): Finding {
  return isHere
    ? warning(
        "login",
        "Everyone on this machine has full access to every project.",
        "Use --no-login only to try things out.",
      )
    : failure(
        "login",
        `With --no-login, the service refuses to start on ${host}, because it is not a loopback address.`,
        "Remove --no-login or --host.",
      );
}

function checkBaseUrl({ host, baseUrl }: Configuration, isHere: boolean): Finding {
  if (baseUrl === undefined) {
    return warning(
      "base-url",
      `${host} is reachable from the network: passwords and keys arrive unencrypted, and links use the host of the request.`,
      "Put a proxy that terminates TLS in front and set its URL: --base-url.",
    );
  }
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:") {
    return isHere
      ? ok("base-url", `${baseUrl}; the proxy in front terminates TLS and forwards to ${host}.`)
      : ok("base-url", `${baseUrl}; the proxy in front terminates TLS. Make sure only the proxy can reach ${host}.`);
  }
  return isLoopbackHost(hostname)
    ? warning(
        "base-url",
        `Links lead to ${baseUrl}, which only works on this machine.`,
        "Set the public URL: --base-url.",
      )
    : warning(
        "base-url",
        `Passwords and keys reach ${baseUrl} unencrypted.`,
        "Terminate TLS in a proxy and set its https URL.",
      );
}

function checkProxies({ proxies, baseUrl }: Configuration): Finding {
  const isBehind = baseUrl?.startsWith("https:") ?? false;
  if (proxies === 0 && isBehind) {
    return warning(
      "proxies",
      "Rate limits and the audit log see one IP address for all clients: that of the proxy.",
      "Set the number of your proxies that append to X-Forwarded-For: --proxies 1.",
    );
  }
  if (proxies > 0 && !isBehind) {
    return warning(
      "proxies",
      `The last ${proxies} entries of X-Forwarded-For are trusted, but no base URL indicates a proxy that writes them.`,
      "If there is no proxy, omit --proxies; otherwise, clients could forge their IP address.",
    );
  }
  return ok("proxies", proxies === 0 ? "No proxy is expected." : `${proxies} in front of the service.`);
}
