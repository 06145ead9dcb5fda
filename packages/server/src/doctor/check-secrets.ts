import { stat } from "node:fs/promises";
import { describeSettings } from "../config/describe-setting.ts";
import type { Configuration } from "../config/settings.ts";
import type { Deployment } from "./deployment.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Minimum length of a secret. Shorter ones can be guessed. Generated keys have 46 characters. */
const minSecret = 20;

/** Checks that secrets are set, long enough, and not readable by others. */
export async function checkSecrets({ configuration, configPath }: Deployment): Promise<Finding[]> {
  const { apiKey, metricsToken } = configuration;
  return [
    ...(apiKey === undefined ? [] : [checkLength("api-key", apiKey, "THREADLINE_API_KEY")]),
    metricsToken === undefined
      ? warning(
          "metrics-token",
          "Metrics are disabled.",
          "To monitor the service, set THREADLINE_METRICS_TOKEN and let Prometheus scrape /metrics.",
        )
      : checkLength("metrics-token", metricsToken, "THREADLINE_METRICS_TOKEN"),
    ...(configPath === undefined ? [] : [await checkConfigFile(configPath, configuration)]),
  ];
}

function checkLength(check: string, secret: string, variable: string): Finding {
  return secret.length < minSecret
    ? failure(
        check,
        `${variable} has only ${secret.length} characters and can be guessed.`,
        `Create a longer one: openssl rand -base64 32`,
      )
    : ok(check, `Set, with ${secret.length} characters.`);
}

async function checkConfigFile(path: string, configuration: Configuration): Promise<Finding> {
  const { mode } = await stat(path);
  const { databaseUrl } = configuration;
  const hasSecrets =
    describeSettings().some(({ name, secret }) => secret && configuration[name] !== undefined) ||
    (databaseUrl !== undefined && new URL(databaseUrl).password !== "");
  if ((mode & 0o044) === 0 || !hasSecrets) return ok("config-file", `${path}.`);
  return warning("config-file", `Other users can read ${path}, which may contain secrets.`, `chmod 600 ${path}`);
}
