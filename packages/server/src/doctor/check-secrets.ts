import { stat } from "node:fs/promises";
import type { Configuration } from "../config/settings.ts";
import type { Deployment } from "./deployment.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Fewer characters can be tried out. Those that we make have 46. */
const shortestSecret = 20;

/** What is secret: that it is given, long enough, and where nobody else reads it. */
export async function checkSecrets({ configuration, configPath }: Deployment): Promise<Finding[]> {
  const { apiKey, metricsToken, ssoIssuer } = configuration;
  return [
    ...(apiKey === undefined ? [] : [checkLength("api-key", apiKey, "THREADLINE_API_KEY")]),
    metricsToken === undefined
      ? warning(
          "metrics-token",
          "There are no metrics.",
          "Set THREADLINE_METRICS_TOKEN, and let Prometheus read /metrics.",
        )
      : checkLength("metrics-token", metricsToken, "THREADLINE_METRICS_TOKEN"),
    ...(ssoIssuer === undefined ? [] : [checkSso(configuration)]),
    ...(configPath === undefined ? [] : [await checkConfigFile(configPath, configuration)]),
  ];
}

function checkLength(check: string, secret: string, variable: string): Finding {
  return secret.length < shortestSecret
    ? failure(
        check,
        `${variable} has ${secret.length} characters, which can be tried out.`,
        `Make another: openssl rand -base64 32`,
      )
    : ok(check, `Set, with ${secret.length} characters.`);
}

function checkSso({ ssoIssuer, ssoClientId, ssoClientSecret, baseUrl }: Configuration): Finding {
  const needed = {
    THREADLINE_SSO_CLIENT_ID: ssoClientId,
    THREADLINE_SSO_CLIENT_SECRET: ssoClientSecret,
    THREADLINE_BASE_URL: baseUrl,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return missing.length === 0
    ? ok("single-sign-on", `By ${ssoIssuer}.`)
    : failure("single-sign-on", `${missing.join(" and ")} is missing: the service does not start.`, "Set it.");
}

async function checkConfigFile(path: string, configuration: Configuration): Promise<Finding> {
  const { mode } = await stat(path);
  const { apiKey, metricsToken, ssoClientSecret, databaseUrl } = configuration;
  const hasSecrets =
    [apiKey, metricsToken, ssoClientSecret].some((secret) => secret !== undefined) ||
    (databaseUrl !== undefined && new URL(databaseUrl).password !== "");
  if ((mode & 0o044) === 0 || !hasSecrets) return ok("config-file", `${path}.`);
  return warning("config-file", `Others may read ${path}, where secrets may be.`, `chmod 600 ${path}`);
}
