import { loadConfiguration } from "../config/load-configuration.ts";
import type { Configuration } from "../config/settings.ts";
import type { ServerReady, ThreadlineServer } from "../create-server.ts";
import { CommandError } from "./command-error.ts";
import { createPublicUrl } from "../http/public-url.ts";
import type { Terminal } from "./terminal.ts";
import type { Listener } from "../http/listen.ts";

/** Runs the service until SIGINT or SIGTERM, then finishes what was accepted. A second signal ends it at once. */
export async function serve(flags: Readonly<Record<string, unknown>>, terminal: Terminal): Promise<void> {
  const configuration = loadConfiguration({ flags, env: terminal.env });
  const stopped = nextSignal();
  const [{ createServer }, { listen }, { pino }] = await Promise.all([
    import("../create-server.ts"),
    import("../http/listen.ts"),
    import("pino"),
  ]);
  const logger = pino({ level: configuration.logLevel });
  const { dataDir, baseUrl, basePath, production, apiKey, fileUrlSeconds, maxBodyBytes, maxUploadBytes } =
    configuration;
  const limits = { maxBodyBytes, maxUploadBytes };
  const server = createServer({ dataDir, baseUrl, basePath, production, apiKey, fileUrlSeconds, limits, logger });
  let listener: Listener | undefined;
  try {
    const ready = await server.ready;
    listener = await listen(server, configuration).catch((error: NodeJS.ErrnoException) => {
      throw explainListenFailure(error, configuration);
    });
    const url = listener.url + createPublicUrl(configuration).basePath;
    terminal.notices.write(renderBanner(url, configuration, ready));
    logger.info({ url }, "ready");
    logger.info({ signal: await stopped }, "stopping");
  } finally {
    await stop(server, listener);
  }
  logger.info("stopped");
}

async function stop(server: ThreadlineServer, listener: Listener | undefined): Promise<void> {
  await listener?.close();
  await server.close();
}

/** After the first signal Node's own handling is back, which ends the process at once. */
function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals): void => {
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
      resolve(signal);
    };
    process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  });
}

function explainListenFailure(error: NodeJS.ErrnoException, { host, port }: Configuration): Error {
  if (error.code === "EADDRINUSE") {
    return new CommandError(`Port ${port} of ${host} is in use. Choose another with --port (0 takes a free one).`);
  }
  if (error.code === "EACCES")
    return new CommandError(`Port ${port} needs more rights. Choose one above 1023 with --port.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new CommandError(`This machine has no address ${host}. Name one of its own with --host.`);
  }
  return error;
}

function renderBanner(
  url: string,
  { dataDir, production }: Configuration,
  { project, createdKey }: ServerReady,
): string {
  const lines = [
    `Threadline is ready at ${url}`,
    "",
    `  GraphQL    ${url}/api/graphql${production ? "" : "  (open it in a browser to explore)"}`,
    `  Data       ${dataDir}`,
    `  Project    ${project.name}`,
  ];
  if (createdKey !== null) {
    lines.push(
      `  API key    ${createdKey}  (shown only now)`,
      "",
      "Point a client at it:",
      "",
      `  export THREADLINE_URL=${url} THREADLINE_API_KEY=${createdKey}`,
    );
  }
  return `${lines.join("\n")}\n\n`;
}
