import type { Configuration } from "../config/settings.ts";
import type { ServerReady } from "../create-server.ts";
import { bucketName, databaseName } from "./location-name.ts";

export function renderBanner(options: {
  /** URL of the service on this machine. */
  readonly url: string;
  /** Link that creates the first account; null if an account exists. */
  readonly setupUrl: string | null;
  readonly configuration: Configuration;
  /** Whether other machines can reach the service over HTTP, which is not encrypted. */
  readonly isOpen: boolean;
  readonly ready: ServerReady;
  /** Port of OTLP over gRPC; undefined if disabled. */
  readonly grpcPort?: number | undefined;
}): string {
  const { url, setupUrl, configuration, ready, grpcPort } = options;
  const lines = [
    `Threadline is ready at ${url}`,
    "",
    `  GraphQL    ${url}/api/graphql${configuration.production ? "" : "  (open it in a browser to explore)"}`,
    `  OTLP       ${url}  (OTEL_EXPORTER_OTLP_ENDPOINT; header x-api-key=<key>)`,
    ...(grpcPort === undefined ? [] : [`  OTLP gRPC  http://${new URL(url).hostname}:${grpcPort}  (same header)`]),
    `  Data       ${configuration.dataDir}`,
    ...(configuration.databaseUrl === undefined ? [] : [`  Database   ${databaseName(configuration.databaseUrl)}`]),
    ...(configuration.filesUrl === undefined ? [] : [`  Files      ${bucketName(configuration.filesUrl)}`]),
    `  Project    ${ready.project.name}`,
  ];
  if (configuration.noLogin) lines.push("  Login      none: everyone on this machine has full access");
  if (ready.createdKey !== null) lines.push(`  API key    ${ready.createdKey}  (shown only once)`);
  if (setupUrl !== null) lines.push("", "Create your account in a browser:", "", `  ${setupUrl}`);
  for (const warning of ready.warnings) lines.push("", `Warning: ${warning}`);
  if (options.isOpen) {
    lines.push(
      "",
      "Passwords and keys reach this address unencrypted. Put a proxy that terminates TLS in front and set its URL: --base-url",
    );
  }
  if (ready.createdKey !== null) {
    lines.push("", "Connect a client:", "", `  export THREADLINE_URL=${url} THREADLINE_API_KEY=${ready.createdKey}`);
  }
  return `${lines.join("\n")}\n\n`;
}
