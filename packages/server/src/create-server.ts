import { v7 as uuidv7 } from "uuid";
import { apiKeyRule, isPossibleApiKey } from "./config/api-key-text.ts";
import { checkSso } from "./accounts/sso-options.ts";
import { ensureDefaultProject } from "./http/default-project.ts";
import { errorResponse } from "./http/error-response.ts";
import { createPublicUrl } from "./http/public-url.ts";
import { checkMail } from "./mail/mail-options.ts";
import { mountRoutes } from "./mount-routes.ts";
import { openStorage } from "./open-storage.ts";
import type { Connection } from "./http/connection.ts";
import type { ServerOptions } from "./server-options.ts";
import type { ProjectRecord } from "./store/projects.ts";

/** Startup information of a server. */
export interface ServerReady {
  /** The project `default`. */
  readonly project: ProjectRecord;
  /** Secret of a newly created key; never shown again. */
  readonly createdKey: string | null;
  /** Path and query of the link that creates the first account; null if an account exists. */
  readonly setupPath: string | null;
  /** Warnings about the database configuration, each with a remedy; also logged. */
  readonly warnings: readonly string[];
}

/** The service as a fetch function. */
export interface ThreadlineServer {
  /** Handles a request, after waiting until the server is ready. Rejects only if the server could not start. */
  fetch(input: Request | URL | string, init?: RequestInit, connection?: Connection): Promise<Response>;
  /**
   * Ends all subscriptions and rejects new ones, so that a listener can close all its connections. Other requests are
   * still handled.
   */
  endStreams(): Promise<void>;
  /** Ends the subscriptions, finishes accepted requests, then closes the store. */
  close(): Promise<void>;
  /** Resolves when the service can handle requests. Rejects if the store or the files cannot be opened. */
  readonly ready: Promise<ServerReady>;
  /**
   * Resolves with the reason when the service can no longer store anything, because the disk lost writes or the writer
   * thread ended. Reads still work, but the process should be restarted. Stays pending as long as writes work.
   */
  readonly failed: Promise<Error>;
  /** Whether the service runs without login. It must then use a loopback address. */
  readonly noLogin: boolean;
}

/** Creates the service. It opens its storage, and handles requests as soon as it is ready. */
export function createServer(options: ServerOptions = {}): ThreadlineServer {
  const { apiKey, now = Date.now, newId = uuidv7 } = options;
  if (apiKey !== undefined && !isPossibleApiKey(apiKey)) {
    throw new TypeError(`apiKey: ${apiKeyRule}`);
  }
  checkSso(options);
  checkMail(options);
  const publicUrl = createPublicUrl(options);
  const failure = Promise.withResolvers<Error>();
  const warnings: string[] = [];
  const opened = openStorage({
    ...options,
    dataDir: options.dataDir,
    store: options.store,
    files: options.files,
    now,
    onError: (error) => options.logger && options.logger.error({ err: error }, "background work failed"),
    onFailure: failure.resolve,
    onWarning(message) {
      warnings.push(message);
      if (options.logger) options.logger.warn(message);
    },
  });
  const started = opened.then(async (storage) => {
    const { projects } = storage.store;
    const project = await ensureDefaultProject({ projects, apiKey, now, newId });
    const mounted = await mountRoutes({ ...options, publicUrl, now, newId }, storage);
    return { ...mounted, ready: { ...project, setupPath: mounted.setupPath, warnings } };
  });
  const ready = started.then((server) => server.ready);
  // If the start fails, callers that do not use `ready` get the error from `fetch`. Without this handler, it would also
  // be an unhandled rejection.
  ready.catch(() => undefined);

  const accepted = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  async function endStreams(): Promise<void> {
    const server = await started.catch(() => null);
    server?.updates.close();
  }

  async function shutDown(): Promise<void> {
    await endStreams();
    await Promise.all(accepted);
    const server = await started.catch(() => null);
    await server?.keyUses.close();
    await server?.arrivals.close();
    await server?.jobs.close();
    await server?.jobRetention.close();
    await server?.leftOver.close();
    await server?.quotas.close();
    await server?.auditRetention.close();
    await server?.telemetry?.close();
    await server?.code.close();
    const storage = await opened.catch(() => null);
    await storage?.close();
  }
  return {
    ready,
    failed: failure.promise,
    noLogin: options.noLogin ?? false,
    async fetch(input, init, connection = {}) {
      if (closing) return errorResponse({ status: 503, code: "INTERNAL", message: "The service is shutting down" });
      const answer = started.then(({ app }) => app.fetch(toRequest(input, init), connection));
      const settled = answer.catch(() => undefined).finally(() => accepted.delete(settled));
      accepted.add(settled);
      return answer;
    },
    endStreams,
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}

function toRequest(input: Request | URL | string, init: RequestInit | undefined): Request {
  // Returns a `Request` without `init` unchanged, because it may be an instance of the HTTP adapter's `Request` class.
  return typeof input === "object" && !(input instanceof URL) && !init ? input : new Request(input, init);
}
