import type { Logger } from "pino";
import { v7 as uuidv7 } from "uuid";
import type { FileStorage } from "./files/file-storage.ts";
import { apiKeyRule, isPossibleApiKey } from "./config/api-key-text.ts";
import type { S3Credentials } from "./config/s3-credentials.ts";
import type { SsoOptions } from "./accounts/sso-options.ts";
import { checkSso } from "./accounts/sso-options.ts";
import { ensureDefaultProject } from "./http/default-project.ts";
import { errorResponse } from "./http/error-response.ts";
import { createPublicUrl } from "./http/public-url.ts";
import type { Limits } from "./limits.ts";
import { mountRoutes } from "./mount-routes.ts";
import { openStorage } from "./open-storage.ts";
import type { ProjectRecord } from "./store/projects.ts";
import type { Store } from "./store/store.ts";

/** How a server runs. Every option has a default that is right for development and tests. */
export interface ServerOptions {
  /** Folder of the database and the files; created when absent. Default: in memory, gone with the process. */
  readonly dataDir?: string | undefined;
  /**
   * A PostgreSQL database (15 or newer) that holds the records instead, for any number of servers:
   * `postgres://user:password@host:port/database`. Default: a SQLite database in `dataDir`.
   */
  readonly databaseUrl?: string | undefined;
  /** Connections to PostgreSQL at most, beside one that listens for changes. Default: 10. */
  readonly databaseConnections?: number | undefined;
  /**
   * A pooler that hands connections out by transaction is in front of PostgreSQL. No statement is prepared then, and
   * subscriptions tell of what this server writes alone. Default: false.
   */
  readonly databasePooler?: boolean | undefined;
  /**
   * A bucket of an S3-compatible store that holds the uploaded files: `s3://bucket/prefix`, and after a question mark
   * `endpoint`, `region`, `style` (`path` or `virtual`) and `public` (the address at which clients reach the store: reads
   * are redirected there). Default: a folder in `dataDir`.
   */
  readonly filesUrl?: string | undefined;
  /** What the service shows to that store. */
  readonly s3Credentials?: S3Credentials | undefined;
  /**
   * For how many days steps stay, with the threads, scores, attachments and files that belong to them; then they are
   * deleted, and so is their part of the sums over time. Default: for ever.
   */
  readonly retentionDays?: number | undefined;
  /** A preset key of the project `default`. Default: a new key, told once in {@link ServerReady}. */
  readonly apiKey?: string | undefined;
  /** The public URL that clients reach. Default: the origin of each request, with the base path. */
  readonly baseUrl?: string | undefined;
  /** The path in front of every route, such as `/threadline`. Default: the path of `baseUrl`. */
  readonly basePath?: string | undefined;
  /** The folder of the built UI; false for none. Default: the UI that came with this package. */
  readonly webDir?: string | false | undefined;
  /** No GraphiQL page and no introspection. Default: false. */
  readonly production?: boolean | undefined;
  /**
   * Everybody who reaches the service owns every project, in a browser of this machine: requests must name it by a loopback
   * address, and {@link listen} binds no other. Default: false, people sign in.
   */
  readonly noLogin?: boolean | undefined;
  /** An OpenID Connect provider that people may sign in with; needs `baseUrl`. Default: none. */
  readonly sso?: SsoOptions | undefined;
  /** How many proxies of your own stand in front; each appends one address to `x-forwarded-for`. Default: 0. */
  readonly proxies?: number | undefined;
  /** What a request for `/metrics` has to show as its bearer token. Default: there is no such path. */
  readonly metricsToken?: string | undefined;
  /**
   * The base of an OTLP/HTTP receiver of traces, such as `http://127.0.0.1:4318`; needs the OpenTelemetry packages that are
   * optional peers of this one. Default: nothing is traced.
   */
  readonly otlpUrl?: string | undefined;
  /** Days that account actions stay noted; 0 for always. Default: 400. */
  readonly auditDays?: number | undefined;
  /** A pino logger, or false for silence. Default: false. */
  readonly logger?: Logger | false | undefined;
  /** Epoch milliseconds. Default: the clock. */
  readonly now?: (() => number) | undefined;
  /** Default: UUIDv7. */
  readonly newId?: (() => string) | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Where the records live; closed with the server. Default: a SQLite database in `dataDir`. */
  readonly store?: Store | undefined;
  /** Where uploaded bytes live. Default: a folder in `dataDir`. */
  readonly files?: FileStorage | undefined;
  /** Seconds that the URL of a file can be read. Default: 300. */
  readonly fileUrlSeconds?: number | undefined;
}

/** What a started server tells. */
export interface ServerReady {
  /** The project `default`. */
  readonly project: ProjectRecord;
  /** The secret of a key that was made because the project had none; shown here and never again. */
  readonly createdKey: string | null;
  /** Path and query of the link, below the public URL, that makes the first account; null once there is one. */
  readonly setupPath: string | null;
  /** What the database is set to and should not be, each with what to do; also in the log. Empty when all is well. */
  readonly warnings: readonly string[];
}

/** What a listener knows of a request beside it. */
export interface Connection {
  /** The address at the other end of the socket. */
  readonly address?: string | undefined;
  /** Closes the socket: its client does not read its answer. */
  readonly end?: (() => void) | undefined;
}

/** The service as a fetch function. */
export interface ThreadlineServer {
  /** Answers a request; waits until the server is ready. Rejects only when the server could not start. */
  fetch(input: Request | URL | string, init?: RequestInit, connection?: Connection): Promise<Response>;
  /**
   * Ends every answer that stays open (subscriptions) and opens no more, so that no connection outlasts a listener that
   * closes. All else is answered as before.
   */
  endStreams(): Promise<void>;
  /** Ends the streams, finishes the requests that were accepted, then closes the store. */
  close(): Promise<void>;
  /** Rejects with the reason when the store or the files cannot be opened. */
  readonly ready: Promise<ServerReady>;
  /**
   * Resolves with the reason when nothing can be stored any more: the disk lost what was handed to it, or the thread that
   * writes ended. Reads go on, writes are refused, and the process should be started anew. Otherwise it stays pending.
   */
  readonly failed: Promise<Error>;
  /** Whether the service runs without a login, and so must be bound to a loopback address. */
  readonly noLogin: boolean;
}

/** The service: opens its storage, and answers requests as soon as it is ready. */
export function createServer(options: ServerOptions = {}): ThreadlineServer {
  const { apiKey, now = Date.now, newId = uuidv7 } = options;
  if (apiKey !== undefined && !isPossibleApiKey(apiKey)) {
    throw new TypeError(`apiKey: ${apiKeyRule}`);
  }
  checkSso(options);
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
  // Who never looks at `ready` meets the reason in `fetch`.
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
    await server?.leftOver.close();
    await server?.quotas.close();
    await server?.auditRetention.close();
    await server?.telemetry?.close();
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
  // A request of an HTTP adapter is passed on as it is: it may not be an instance of the global class.
  return typeof input === "object" && !(input instanceof URL) && !init ? input : new Request(input, init);
}
