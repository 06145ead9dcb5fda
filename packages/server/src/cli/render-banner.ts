import type { Configuration } from "../config/settings.ts";
import type { ServerReady } from "../create-server.ts";
import { nameBucket, nameDatabase } from "./name-place.ts";

/** What `serve` says once it runs. */
export function renderBanner(options: {
  /** How this machine reaches the service. */
  readonly url: string;
  /** The link that makes the first account, as its owner will open it; null when there is one. */
  readonly setupUrl: string | null;
  readonly configuration: Configuration;
  /** Whether other machines reach it, by HTTP. */
  readonly isOpen: boolean;
  readonly ready: ServerReady;
}): string {
  const { url, setupUrl, configuration, ready } = options;
  const lines = [
    `Threadline is ready at ${url}`,
    "",
    `  GraphQL    ${url}/api/graphql${configuration.production ? "" : "  (open it in a browser to explore)"}`,
    `  Data       ${configuration.dataDir}`,
    ...(configuration.databaseUrl === undefined ? [] : [`  Database   ${nameDatabase(configuration.databaseUrl)}`]),
    ...(configuration.filesUrl === undefined ? [] : [`  Files      ${nameBucket(configuration.filesUrl)}`]),
    `  Project    ${ready.project.name}`,
  ];
  if (configuration.noLogin) lines.push("  Login      none: everybody at this machine owns every project");
  if (ready.createdKey !== null) lines.push(`  API key    ${ready.createdKey}  (shown only now)`);
  if (setupUrl !== null) lines.push("", "Make your account, once, in a browser:", "", `  ${setupUrl}`);
  for (const warning of ready.warnings) lines.push("", `Warning: ${warning}`);
  if (options.isOpen) {
    lines.push(
      "",
      "Passwords and keys reach this address unencrypted. Put a proxy that ends TLS in front, and name its URL: --base-url",
    );
  }
  if (ready.createdKey !== null) {
    lines.push(
      "",
      "Point a client at it:",
      "",
      `  export THREADLINE_URL=${url} THREADLINE_API_KEY=${ready.createdKey}`,
    );
  }
  return `${lines.join("\n")}\n\n`;
}
