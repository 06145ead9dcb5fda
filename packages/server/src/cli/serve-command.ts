import { setFlagsFromString } from "node:v8";
import type { Logger } from "pino";
import { isLoopbackHost } from "../access/loopback.ts";
import type { MailOptions } from "../mail/mail-options.ts";
import type { SsoOptions } from "../accounts/sso-options.ts";
import { ConfigError } from "../config/config-error.ts";
import { loadConfiguration } from "../config/load-configuration.ts";
import { readS3Credentials } from "../config/s3-credentials.ts";
import type { Configuration } from "../config/settings.ts";
import type { ThreadlineServer } from "../create-server.ts";
import { createPublicUrl } from "../http/public-url.ts";
import type { Listener } from "../http/listen.ts";
import type { GrpcListener } from "../otlp/listen-grpc.ts";
import { CommandError } from "./command-error.ts";
import { renderBanner } from "./render-banner.ts";
import type { Terminal } from "./terminal.ts";

/** Runs the service until SIGINT or SIGTERM, then finishes accepted requests. A second signal stops it immediately. */
export async function serve(flags: Readonly<Record<string, unknown>>, terminal: Terminal): Promise<void> {
  const configuration = loadConfiguration({ flags, env: terminal.env });
  requireLocal(configuration);
  tuneMemory(configuration);
  const stopped = nextSignal();
  const [{ createServer }, { listen }, { pino }] = await Promise.all([
    import("../create-server.ts"),
    import("../http/listen.ts"),
    import("pino"),
  ]);
  const logger = pino({ level: configuration.logLevel });
  const limits = {
    maxBodyBytes: configuration.maxBodyBytes,
    maxPendingBytes: configuration.maxPendingBytes,
    maxPendingAnswerBytes: configuration.maxPendingAnswerBytes,
    maxUploadBytes: configuration.maxUploadBytes,
    maxRequestsPerCredential: configuration.requestsPerCredential,
    maxRequestsPerAddress: configuration.requestsPerAddress,
    maxStepsPerDay: configuration.quotaStepsPerDay,
    maxStoredBytes: configuration.quotaStoredBytes,
  };
  const server = createServer({
    ...configuration,
    sso: readSso(configuration),
    mail: readMail(configuration),
    s3Credentials: readS3Credentials(configuration),
    limits,
    logger,
  });
  let listener: Listener | undefined;
  let grpc: GrpcListener | undefined;
  try {
    const ready = await server.ready;
    enlargeYoungGeneration(configuration);
    const options = { ...configuration, replaceGlobals: true };
    listener = await listen(server, options).catch((error: NodeJS.ErrnoException) => {
      throw explainListenFailure(error, configuration);
    });
    grpc = await openGrpc(server, configuration);
    const publicUrl = createPublicUrl(configuration);
    const url = listener.url + publicUrl.basePath;
    const isOpen = !isLoopbackHost(configuration.host) && !publicUrl.isHttps;
    const setupUrl = ready.setupPath && publicUrl.forRequest(listener.url) + ready.setupPath;
    terminal.notices.write(renderBanner({ url, setupUrl, configuration, ready, isOpen, grpcPort: grpc?.port }));
    logger.info({ url }, "ready");
    const signal = await Promise.race([stopped, server.failed]);
    if (signal instanceof Error) throw explainFailure(signal, logger);
    logger.info({ signal }, "stopping");
  } finally {
    await stop(server, listener, grpc);
  }
  logger.info("stopped");
}

function readSso(configuration: Configuration): SsoOptions | undefined {
  const { ssoIssuer: issuer, ssoClientId: clientId, ssoClientSecret: clientSecret, baseUrl } = configuration;
  if (issuer === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined || baseUrl === undefined) {
    throw new ConfigError(
      "THREADLINE_SSO_ISSUER enables single sign-on, which also needs THREADLINE_SSO_CLIENT_ID, THREADLINE_SSO_CLIENT_SECRET " +
        "and THREADLINE_BASE_URL.",
    );
  }
  return { issuer, clientId, clientSecret, name: configuration.ssoName, hosts: configuration.ssoHosts };
}

function readMail(configuration: Configuration): MailOptions | undefined {
  const { mailUrl: url, mailFrom: from, baseUrl } = configuration;
  if (url === undefined) return undefined;
  if (from === undefined || baseUrl === undefined) {
    throw new ConfigError(
      "THREADLINE_MAIL_URL enables email, which also needs THREADLINE_MAIL_FROM and THREADLINE_BASE_URL.",
    );
  }
  return { url, from };
}

function requireLocal({ noLogin, host }: Configuration): void {
  if (!noLogin || isLoopbackHost(host)) return;
  throw new ConfigError(
    `--no-login gives everyone full access, so it only works on a loopback address, not on ${host}. ` +
      "Remove --no-login (THREADLINE_NO_LOGIN) or --host (THREADLINE_HOST).",
  );
}

/**
 * Sets V8 flags for the load of a server.
 *
 * `--external-memory-accounted-in-global-limit` makes V8 count the memory of request bodies. Without this flag, V8 runs
 * a garbage collection of the whole heap several times a second under overload.
 *
 * `--semi-space-growth-factor=1` keeps the memory for new objects (the young generation) small. With the embedded
 * store, collecting a large young generation doubled the latency of the slowest reads.
 */
function tuneMemory({ databaseUrl }: Configuration): void {
  setFlagsFromString("--external-memory-accounted-in-global-limit");
  if (databaseUrl === undefined) setFlagsFromString("--semi-space-growth-factor=1");
}

async function stop(
  server: ThreadlineServer,
  listener: Listener | undefined,
  grpc: GrpcListener | undefined,
): Promise<void> {
  await Promise.all([listener?.close(), grpc?.close()]);
  await server.close();
}

/** Starts OTLP over gRPC if its port is set. The gRPC library is loaded only then. */
async function openGrpc(
  server: ThreadlineServer,
  { otlpGrpcPort: port, host, maxBodyBytes }: Configuration,
): Promise<GrpcListener | undefined> {
  if (port === undefined) return undefined;
  const { listenGrpc } = await import("../otlp/listen-grpc.ts");
  return listenGrpc(server, { host, port, maxBodyBytes }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`Port ${port} of ${host} cannot be used for gRPC (--otlp-grpc-port): ${reason}`);
  });
}

/**
 * Enlarges the memory for new objects (the young generation) of threads that are started later. The thread for long
 * reads needs this, because most of its objects are short-lived. With the default of half a megabyte, it spent half of
 * its time on garbage collection.
 */
function enlargeYoungGeneration({ databaseUrl }: Configuration): void {
  if (databaseUrl === undefined) setFlagsFromString("--min-semi-space-size=4");
}

/**
 * Resolves at the first signal. Node's default handling is then restored, so that a second signal stops the process
 * immediately.
 */
function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals): void => {
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
      resolve(signal);
    };
    process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  });
}

/**
 * Converts a store failure to the error that ends the process. A supervisor restarts the service, which reopens the
 * store.
 */
function explainFailure(error: Error, logger: Logger): Error {
  logger.fatal({ err: error }, "the store failed");
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return new CommandError(
    `${error.message}${cause}. No acknowledged write was lost. Check the disk, then start the service again.`,
  );
}

function explainListenFailure(error: NodeJS.ErrnoException, { host, port }: Configuration): Error {
  if (error.code === "EADDRINUSE") {
    return new CommandError(`Port ${port} of ${host} is in use. Choose another with --port (0 selects a free one).`);
  }
  if (error.code === "EACCES")
    return new CommandError(`No permission to use port ${port}. Choose one above 1023 with --port.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new CommandError(`This machine has no address ${host}. Set --host to one of its addresses.`);
  }
  return error;
}
