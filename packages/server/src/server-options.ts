import type { Logger } from "pino";
import type { SsoOptions } from "./accounts/sso-options.ts";
import type { S3Credentials } from "./config/s3-credentials.ts";
import type { FileStorage } from "./files/file-storage.ts";
import type { Limits } from "./config/limits.ts";
import type { Store } from "./store/store.ts";

/** Options of a server. All defaults suit development and tests. */
export interface ServerOptions {
  /** Folder of the database and the files; created when absent. Default: in memory, gone with the process. */
  readonly dataDir?: string | undefined;
  /**
   * A PostgreSQL database (15 or newer) that holds the records instead, for any number of servers:
   * `postgres://user:password@host:port/database`. Default: a SQLite database in `dataDir`.
   */
  readonly databaseUrl?: string | undefined;
  /** Maximum number of connections to PostgreSQL, besides one that listens for changes. Default: 10. */
  readonly databaseConnections?: number | undefined;
  /**
   * Whether PostgreSQL is behind a transaction pooler. Then no statement is prepared, and subscriptions only notify of
   * writes by this server. Default: false.
   */
  readonly databasePooler?: boolean | undefined;
  /**
   * A bucket of an S3-compatible store that holds the uploaded files: `s3://bucket/prefix`, and after a question mark
   * `endpoint`, `region`, `style` (`path` or `virtual`) and `public` (the address at which clients reach the store: reads
   * are redirected there). Default: a folder in `dataDir`.
   */
  readonly filesUrl?: string | undefined;
  /** Credentials for that store. */
  readonly s3Credentials?: S3Credentials | undefined;
  /**
   * Retention in days of steps, with the threads, scores, attachments and files that belong to them; older ones are
   * deleted, also from statistics. Default: unlimited.
   */
  readonly retentionDays?: number | undefined;
  /** A preset key of the project `default`. Default: a new key, returned once in {@link ServerReady}. */
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
   * Every caller owns every project, in a browser of this machine: requests must name it by a loopback
   * address, and {@link listen} binds no other. Default: false, people sign in.
   */
  readonly noLogin?: boolean | undefined;
  /** An OpenID Connect provider that people may sign in with; needs `baseUrl`. Default: none. */
  readonly sso?: SsoOptions | undefined;
  /** Number of your own proxies in front; each appends one address to `x-forwarded-for`. Default: 0. */
  readonly proxies?: number | undefined;
  /** Bearer token for `/metrics`. Default: the path does not exist. */
  readonly metricsToken?: string | undefined;
  /**
   * The base of an OTLP/HTTP receiver of traces, such as `http://127.0.0.1:4318`; needs the OpenTelemetry packages that are
   * optional peers of this one. Default: nothing is traced.
   */
  readonly otlpUrl?: string | undefined;
  /**
   * Whether raw attributes of received OpenTelemetry spans are kept in the metadata of their steps, or dropped. Default:
   * keep.
   */
  readonly otlpAttributes?: "keep" | "drop" | undefined;
  /** Days that account actions stay noted; 0 for always. Default: 400. */
  readonly auditDays?: number | undefined;
  /** A pino logger, or false for silence. Default: false. */
  readonly logger?: Logger | false | undefined;
  /** Epoch milliseconds. Default: the clock. */
  readonly now?: (() => number) | undefined;
  /** Default: UUIDv7. */
  readonly newId?: (() => string) | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** The record store; closed with the server. Default: a SQLite database in `dataDir`. */
  readonly store?: Store | undefined;
  /** The storage of uploaded files. Default: a folder in `dataDir`. */
  readonly files?: FileStorage | undefined;
  /** Seconds that the URL of a file can be read. Default: 300. */
  readonly fileUrlSeconds?: number | undefined;
}
