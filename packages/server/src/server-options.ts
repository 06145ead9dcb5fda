import type { Logger } from "pino";
import type { SsoOptions } from "./accounts/sso-options.ts";
import type { S3Credentials } from "./config/s3-credentials.ts";
import type { FileStorage } from "./files/file-storage.ts";
import type { MailOptions } from "./mail/mail-options.ts";
import type { Limits } from "./config/limits.ts";
import type { Store } from "./store/store.ts";

/** Options of a server. The defaults are for development and tests. */
export interface ServerOptions {
  /** Folder of the database and files; created if missing. Default: in memory. */
  readonly dataDir?: string | undefined;
  /**
   * PostgreSQL database (15 or later) for the records, shared by any number of servers:
   * `postgres://user:password@host:port/database`. Default: an SQLite database in `dataDir`.
   */
  readonly databaseUrl?: string | undefined;
  /** Maximum number of connections to PostgreSQL, not counting one that listens for changes. Default: 10. */
  readonly databaseConnections?: number | undefined;
  /**
   * Whether PostgreSQL is behind a transaction pooler. Then no statements are prepared, and subscriptions only report
   * writes of this server. Default: false.
   */
  readonly databasePooler?: boolean | undefined;
  /**
   * S3-compatible bucket for uploaded files: `s3://bucket/prefix`. Default: a folder in `dataDir`.
   *
   * Parameters of the URL are `endpoint`, `region`, `style` and `public`. `style` is `path` or `virtual`. `public` is
   * the URL at which clients reach the bucket; reads are then redirected to this URL.
   */
  readonly filesUrl?: string | undefined;
  /** Credentials for the bucket of `filesUrl`. */
  readonly s3Credentials?: S3Credentials | undefined;
  /**
   * Number of days after which steps are deleted, with their threads, scores, attachments and files. Statistics do not
   * include deleted steps. Default: unlimited.
   */
  readonly retentionDays?: number | undefined;
  /** API key of the project `default`. Default: a new key, returned once in {@link ServerReady}. */
  readonly apiKey?: string | undefined;
  /** Public URL that clients use. Default: the origin of each request, with the base path. */
  readonly baseUrl?: string | undefined;
  /** Path prefix of every route, such as `/threadline`. Default: the path of `baseUrl`. */
  readonly basePath?: string | undefined;
  /** Folder of the built UI; false for none. Default: the UI in this package. */
  readonly webDir?: string | false | undefined;
  /** Disables GraphiQL and introspection. Default: false. */
  readonly production?: boolean | undefined;
  /**
   * Makes every caller on this machine an owner of every project. Requests must use a loopback address, and {@link
   * listen} only accepts a loopback address as host. Default: false, users sign in.
   */
  readonly noLogin?: boolean | undefined;
  /** OpenID Connect provider for single sign-on; needs `baseUrl`. Default: none. */
  readonly sso?: SsoOptions | undefined;
  /** SMTP server for invitations and links to reset a password; needs `baseUrl`. Default: none. */
  readonly mail?: MailOptions | undefined;
  /**
   * Number of trusted reverse proxies in front of the service. Each appends one address to `x-forwarded-for`. Default:
   * 0.
   */
  readonly proxies?: number | undefined;
  /**
   * Hosts that model connections may use in addition to public addresses: names, addresses and networks, such as
   * `ollama.lan`, `10.1.2.3` and `10.0.0.0/8`. Default: none; with `noLogin`, this machine.
   */
  readonly modelHosts?: readonly string[] | undefined;
  /** Bearer token for `/metrics`. Default: none, and the path is not found. */
  readonly metricsToken?: string | undefined;
  /**
   * Base URL of an OTLP/HTTP trace receiver, such as `http://127.0.0.1:4318`; needs the optional OpenTelemetry peer
   * packages. Default: no traces.
   */
  readonly otlpUrl?: string | undefined;
  /**
   * Whether to keep the raw attributes of received OpenTelemetry spans in the metadata of their steps, or drop them.
   * Default: keep.
   */
  readonly otlpAttributes?: "keep" | "drop" | undefined;
  /** Audit-log retention in days; 0 for unlimited. Default: 400. */
  readonly auditDays?: number | undefined;
  /** A pino logger; false disables logging. Default: false. */
  readonly logger?: Logger | false | undefined;
  /** Clock, in epoch milliseconds. Default: the system clock. */
  readonly now?: (() => number) | undefined;
  /** Generates an id. Default: UUIDv7. */
  readonly newId?: (() => string) | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Store of the records, which the server closes. Default: PostgreSQL if `databaseUrl` is set, otherwise an SQLite
   * database in `dataDir`.
   */
  readonly store?: Store | undefined;
  /** Storage of uploaded files. Default: a folder in `dataDir`. */
  readonly files?: FileStorage | undefined;
  /** Lifetime of a file URL in seconds. Default: 300. */
  readonly fileUrlSeconds?: number | undefined;
}
