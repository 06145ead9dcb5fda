import { readBasePath } from "../http/public-url.ts";
import { defaultLimits } from "../limits.ts";
import {
  parseBoolean,
  parseBytes,
  parseFilesUrl,
  parseInteger,
  parseList,
  parseOneOf,
  parseOrigin,
  parsePostgresUrl,
  parseQuotaBytes,
  parseText,
} from "./parse-setting.ts";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** A hundred years. */
export const mostRetentionDays = 36_500;

/** How the service runs, once flags, environment and file are put together. */
export interface Configuration {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseConnections: number;
  readonly databasePooler: boolean;
  readonly retentionDays: number | undefined;
  readonly filesUrl: string | undefined;
  readonly awsAccessKeyId: string | undefined;
  readonly awsSecretAccessKey: string | undefined;
  readonly awsSessionToken: string | undefined;
  readonly awsRegion: string | undefined;
  readonly baseUrl: string | undefined;
  readonly basePath: string | undefined;
  readonly logLevel: (typeof logLevels)[number];
  readonly production: boolean;
  readonly noLogin: boolean;
  readonly proxies: number;
  readonly ssoIssuer: string | undefined;
  readonly ssoClientId: string | undefined;
  readonly ssoClientSecret: string | undefined;
  readonly ssoName: string;
  readonly ssoHosts: readonly string[];
  readonly apiKey: string | undefined;
  readonly metricsToken: string | undefined;
  readonly maxBodyBytes: number;
  readonly maxPendingBytes: number;
  readonly maxAnswerBytes: number;
  readonly maxPendingAnswerBytes: number;
  readonly maxUploadBytes: number;
  readonly requestsPerCredential: number;
  readonly requestsPerAddress: number;
  readonly otlpUrl: string | undefined;
  readonly auditDays: number;
  readonly quotaStepsPerDay: number;
  readonly quotaStoredBytes: number;
  readonly fileUrlSeconds: number;
}

/** One row of the configuration table. */
export interface Setting<Value> {
  /** As it is given on the command line; null when it must not be (a secret shows in the list of processes). */
  readonly flag: string | null;
  /** What stands for the value in help; null for a switch. */
  readonly placeholder: string | null;
  readonly variable: string;
  readonly fallback: Value;
  /** The fallback in words. */
  readonly fallbackText: string;
  readonly meaning: string;
  /** Throws an `Error` that says what the value must be. */
  readonly parse: (value: unknown) => Value;
}

/**
 * Every setting of the service, by its key in the configuration file. Parsing, `--help` and the table of the README all come
 * from here.
 */
export const settings: { readonly [Name in keyof Configuration]: Setting<Configuration[Name]> } = {
  host: {
    flag: "--host",
    placeholder: "address",
    variable: "THREADLINE_HOST",
    fallback: "127.0.0.1",
    fallbackText: "127.0.0.1",
    meaning: "Address to listen on; 0.0.0.0 or :: for every network",
    parse: parseText,
  },
  port: {
    flag: "--port",
    placeholder: "number",
    variable: "THREADLINE_PORT",
    fallback: 4000,
    fallbackText: "4000",
    meaning: "Port to listen on; 0 takes a free one",
    parse: parseInteger({ from: 0, to: 65_535 }),
  },
  dataDir: {
    flag: "--data-dir",
    placeholder: "folder",
    variable: "THREADLINE_DATA_DIR",
    fallback: "threadline-data",
    fallbackText: "threadline-data",
    meaning: "Folder of the database and the uploaded files",
    parse: parseText,
  },
  databaseUrl: {
    flag: "--database-url",
    placeholder: "url",
    variable: "THREADLINE_DATABASE_URL",
    fallback: undefined,
    fallbackText: "in the data folder",
    meaning:
      "PostgreSQL 15 or newer for the records, such as postgres://threadline@db/threadline; with a password, by the variable",
    parse: parsePostgresUrl,
  },
  databaseConnections: {
    flag: "--database-connections",
    placeholder: "number",
    variable: "THREADLINE_DATABASE_CONNECTIONS",
    fallback: 10,
    fallbackText: "10",
    meaning: "Connections to PostgreSQL at most, beside one that listens for changes",
    parse: parseInteger({ from: 1, to: 1_000 }),
  },
  databasePooler: {
    flag: "--database-pooler",
    placeholder: null,
    variable: "THREADLINE_DATABASE_POOLER",
    fallback: false,
    fallbackText: "false",
    meaning: "A pooler that hands connections out by transaction is in front of PostgreSQL, such as pgbouncer",
    parse: parseBoolean,
  },
  retentionDays: {
    flag: "--retention-days",
    placeholder: "number",
    variable: "THREADLINE_RETENTION_DAYS",
    fallback: undefined,
    fallbackText: "for ever",
    meaning: "Days for which steps stay, with their threads, scores and files; then they are deleted",
    parse: parseInteger({ from: 1, to: mostRetentionDays }),
  },
  filesUrl: {
    flag: "--files-url",
    placeholder: "url",
    variable: "THREADLINE_FILES_URL",
    fallback: undefined,
    fallbackText: "in the data folder",
    meaning:
      "S3 bucket for the uploaded files, such as s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1",
    parse: parseFilesUrl,
  },
  awsAccessKeyId: {
    flag: null,
    placeholder: "id",
    variable: "AWS_ACCESS_KEY_ID",
    fallback: undefined,
    fallbackText: "none",
    meaning: "Access key of the S3 bucket",
    parse: parseText,
  },
  awsSecretAccessKey: {
    flag: null,
    placeholder: "secret",
    variable: "AWS_SECRET_ACCESS_KEY",
    fallback: undefined,
    fallbackText: "none",
    meaning: "What the access key signs with",
    parse: parseText,
  },
  awsSessionToken: {
    flag: null,
    placeholder: "token",
    variable: "AWS_SESSION_TOKEN",
    fallback: undefined,
    fallbackText: "none",
    meaning: "What belongs to an access key that expires",
    parse: parseText,
  },
  awsRegion: {
    flag: null,
    placeholder: "region",
    variable: "AWS_REGION",
    fallback: undefined,
    fallbackText: "us-east-1",
    meaning: "Region of the S3 bucket, where the URL names none",
    parse: parseText,
  },
  baseUrl: {
    flag: "--base-url",
    placeholder: "url",
    variable: "THREADLINE_BASE_URL",
    fallback: undefined,
    fallbackText: "as requested",
    meaning: "Public URL, for links in answers; needed behind a proxy that changes host or scheme",
    parse: parseOrigin,
  },
  basePath: {
    flag: "--base-path",
    placeholder: "path",
    variable: "THREADLINE_BASE_PATH",
    fallback: undefined,
    fallbackText: "that of the base URL",
    meaning: "Path in front of every route and link, such as /threadline",
    parse: (value) => readBasePath(parseText(value)),
  },
  logLevel: {
    flag: "--log-level",
    placeholder: "level",
    variable: "THREADLINE_LOG_LEVEL",
    fallback: "info",
    fallbackText: "info",
    meaning: `Least level to log: ${logLevels.join(", ")}`,
    parse: parseOneOf(logLevels),
  },
  production: {
    flag: "--production",
    placeholder: null,
    variable: "THREADLINE_PRODUCTION",
    fallback: false,
    fallbackText: "false",
    meaning: "No GraphiQL page and no introspection",
    parse: parseBoolean,
  },
  noLogin: {
    flag: "--no-login",
    placeholder: null,
    variable: "THREADLINE_NO_LOGIN",
    fallback: false,
    fallbackText: "false",
    meaning: "Everybody at this machine owns every project; on a loopback address only",
    parse: parseBoolean,
  },
  proxies: {
    flag: "--proxies",
    placeholder: "number",
    variable: "THREADLINE_PROXIES",
    fallback: 0,
    fallbackText: "0",
    meaning: "Your own proxies in front, each of which appends an address to X-Forwarded-For",
    parse: parseInteger({ from: 0, to: 10 }),
  },
  ssoIssuer: {
    flag: "--sso-issuer",
    placeholder: "url",
    variable: "THREADLINE_SSO_ISSUER",
    fallback: undefined,
    fallbackText: "no single sign-on",
    meaning: "OpenID Connect provider that people may sign in with; needs the base URL",
    parse: parseOrigin,
  },
  ssoClientId: {
    flag: "--sso-client-id",
    placeholder: "id",
    variable: "THREADLINE_SSO_CLIENT_ID",
    fallback: undefined,
    fallbackText: "none",
    meaning: "What the provider knows the service by",
    parse: parseText,
  },
  ssoClientSecret: {
    flag: null,
    placeholder: "secret",
    variable: "THREADLINE_SSO_CLIENT_SECRET",
    fallback: undefined,
    fallbackText: "none",
    meaning: "What the service shows to the provider",
    parse: parseText,
  },
  ssoName: {
    flag: "--sso-name",
    placeholder: "name",
    variable: "THREADLINE_SSO_NAME",
    fallback: "single sign-on",
    fallbackText: "single sign-on",
    meaning: "Name of the provider, for the button",
    parse: parseText,
  },
  ssoHosts: {
    flag: "--sso-hosts",
    placeholder: "hosts",
    variable: "THREADLINE_SSO_HOSTS",
    fallback: [],
    fallbackText: "none",
    meaning: "Hosts beside the issuer's that it may send the service to, separated by commas",
    parse: parseList,
  },
  apiKey: {
    flag: null,
    placeholder: "key",
    variable: "THREADLINE_API_KEY",
    fallback: undefined,
    fallbackText: "made on the first start",
    meaning: "A key of the project `default`, for containers",
    parse: parseApiKey,
  },
  metricsToken: {
    flag: null,
    placeholder: "token",
    variable: "THREADLINE_METRICS_TOKEN",
    fallback: undefined,
    fallbackText: "no metrics",
    meaning: "Serves Prometheus metrics at `/metrics` to whoever sends this as the bearer token",
    parse: parseText,
  },
  maxBodyBytes: {
    flag: "--max-body-bytes",
    placeholder: "size",
    variable: "THREADLINE_MAX_BODY_BYTES",
    fallback: defaultLimits.maxBodyBytes,
    fallbackText: "64 MiB",
    meaning: "Largest body of a GraphQL request: bytes, or a number with KiB, MiB or GiB",
    parse: parseBytes,
  },
  maxPendingBytes: {
    flag: "--max-pending-bytes",
    placeholder: "size",
    variable: "THREADLINE_MAX_PENDING_BYTES",
    fallback: defaultLimits.maxPendingBytes,
    fallbackText: "32 MiB",
    meaning: "Bodies of all GraphQL requests that are not answered yet, in the same form; more are told to come later",
    parse: parseBytes,
  },
  maxAnswerBytes: {
    flag: "--max-answer-bytes",
    placeholder: "size",
    variable: "THREADLINE_MAX_ANSWER_BYTES",
    fallback: defaultLimits.maxAnswerBytes,
    fallbackText: "64 MiB",
    meaning: "Largest answer of a GraphQL request, and most that is read for it, in the same form",
    parse: parseBytes,
  },
  maxPendingAnswerBytes: {
    flag: "--max-pending-answer-bytes",
    placeholder: "size",
    variable: "THREADLINE_MAX_PENDING_ANSWER_BYTES",
    fallback: defaultLimits.maxPendingAnswerBytes,
    fallbackText: "256 MiB",
    meaning: "All GraphQL answers that are not sent yet, in the same form; requests for more get 429",
    parse: parseBytes,
  },
  maxUploadBytes: {
    flag: "--max-upload-bytes",
    placeholder: "size",
    variable: "THREADLINE_MAX_UPLOAD_BYTES",
    fallback: defaultLimits.maxUploadBytes,
    fallbackText: "5 GiB",
    meaning: "Largest uploaded file, in the same form",
    parse: parseBytes,
  },
  requestsPerCredential: {
    flag: "--requests-per-credential",
    placeholder: "number",
    variable: "THREADLINE_REQUESTS_PER_CREDENTIAL",
    fallback: defaultLimits.maxRequestsPerCredential,
    fallbackText: "no limit",
    meaning: "Requests that one key, account or link may make in a minute; 0 for no limit",
    parse: parseInteger({ from: 0, to: 1_000_000_000 }),
  },
  requestsPerAddress: {
    flag: "--requests-per-address",
    placeholder: "number",
    variable: "THREADLINE_REQUESTS_PER_ADDRESS",
    fallback: defaultLimits.maxRequestsPerAddress,
    fallbackText: "no limit",
    meaning: "Requests below `/api` that may come from one address in a minute; 0 for no limit",
    parse: parseInteger({ from: 0, to: 1_000_000_000 }),
  },
  otlpUrl: {
    flag: "--otlp-url",
    placeholder: "url",
    variable: "OTEL_EXPORTER_OTLP_ENDPOINT",
    fallback: undefined,
    fallbackText: "no traces",
    meaning: "OTLP/HTTP receiver that gets OpenTelemetry traces of the service, such as http://127.0.0.1:4318",
    parse: parseOrigin,
  },
  auditDays: {
    flag: "--audit-days",
    placeholder: "days",
    variable: "THREADLINE_AUDIT_DAYS",
    fallback: 400,
    fallbackText: "400",
    meaning: "How long it stays noted what was done about accounts and access; 0 for always",
    parse: parseInteger({ from: 0, to: mostRetentionDays }),
  },
  quotaStepsPerDay: {
    flag: "--quota-steps-per-day",
    placeholder: "number",
    variable: "THREADLINE_QUOTA_STEPS_PER_DAY",
    fallback: defaultLimits.maxStepsPerDay,
    fallbackText: "no limit",
    meaning:
      "Steps that a project may record in a day of UTC, unless `threadline project quota` says otherwise; 0 for no limit",
    parse: parseInteger({ from: 0, to: Number.MAX_SAFE_INTEGER }),
  },
  quotaStoredBytes: {
    flag: "--quota-stored-bytes",
    placeholder: "size",
    variable: "THREADLINE_QUOTA_STORED_BYTES",
    fallback: defaultLimits.maxStoredBytes,
    fallbackText: "no limit",
    meaning: "Bytes of records and files that a project may store, in the same way; 0 for no limit",
    parse: parseQuotaBytes,
  },
  fileUrlSeconds: {
    flag: "--file-url-seconds",
    placeholder: "seconds",
    variable: "THREADLINE_FILE_URL_SECONDS",
    fallback: 300,
    fallbackText: "300",
    meaning: "How long the URL of a file can be read",
    parse: parseInteger({ from: 1, to: 604_800 }),
  },
};

/** The file of settings has its own flag and variable. */
export const configFile = {
  flag: "--config",
  variable: "THREADLINE_CONFIG",
  meaning: 'JSON file of settings, such as { "port": 8080, "logLevel": "warn" }',
} as const;

function parseApiKey(value: unknown): string {
  const key = parseText(value);
  if (!/^[\x21-\x2b\x2d-\x7e]{1,256}$/.test(key)) {
    throw new Error("must be 1 to 256 printable ASCII characters without spaces and commas");
  }
  return key;
}
