import type { Configuration } from "../configuration.ts";
import { version } from "../version.ts";

export function requestHeaders({
  apiKey,
  environment,
}: Pick<Configuration, "apiKey" | "environment">): Record<string, string> {
  return {
    "content-type": "application/json",
    accept: "application/json",
    "x-api-key": apiKey,
    "x-client-name": "threadline-js",
    "x-client-version": version,
    ...(environment === undefined ? {} : { "x-env": environment }),
  };
}
