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
      : warning("production", "The GraphQL schema and the GraphiQL page are public.", "Set --production."),
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
        `With --no-login, the service does not start on ${host}, because it is reachable from the network.`,
        "Remove --no-login or --host.",
      );
}

function checkBaseUrl({ host, baseUrl }: Configuration, isHere: boolean): Finding {
  if (baseUrl === undefined) {
    return warning(
      "base-url",
      `${host} is reachable from the network without TLS, so passwords and keys are sent unencrypted. Links use the host of the request.`,
      "Put a proxy with TLS in front of the service, and set its URL with --base-url.",
    );
  }
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:") {
    return isHere
      ? ok("base-url", `${baseUrl}; the proxy in front terminates TLS and forwards to ${host}.`)
      : ok("base-url", `${baseUrl}; the proxy in front terminates TLS. Make sure only the proxy can reach ${host}.`);
  }
  return isLoopbackHost(hostname)
    ? warning("base-url", `Links use ${baseUrl}, which only works on this machine.`, "Set the public URL: --base-url.")
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
      "Rate limits and the audit log use the IP address of the proxy for all clients.",
      "Set --proxies to the number of your proxies that append to X-Forwarded-For, such as --proxies 1.",
    );
  }
  if (proxies > 0 && !isBehind) {
    return warning(
      "proxies",
      `--proxies ${proxies} trusts X-Forwarded-For, but without an https base URL, there seems to be no proxy that writes it.`,
      "If there is a proxy, set its URL with --base-url. If not, omit --proxies, because clients can forge their IP address.",
    );
  }
  return ok("proxies", proxies === 0 ? "No proxy is expected." : `${proxies} in front of the service.`);
}
