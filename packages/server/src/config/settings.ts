/* oxlint-disable typescript/no-unnecessary-type-assertion -- isolated declarations need the type of each default */
import { defaultLimits } from "./limits.ts";

/**
 * Every setting of the service, by its name in the configuration file. Flags, variables, `--help`, the README table and
 * the JSON schema are derived from this declaration. Its properties are documented in `describe-setting.ts`.
 */
export const settings = {
  host: {
    type: "text",
    placeholder: "address",
    default: "127.0.0.1",
    description: "Address to listen on; 0.0.0.0 or :: for all networks",
    example: "0.0.0.0",
  },
  port: {
    type: "integer",
    minimum: 0,
    maximum: 65_535,
    default: 4000,
    description: "Port to listen on; 0 picks a free one",
    example: 8080,
  },
  dataDir: {
    type: "text",
    placeholder: "folder",
    default: "threadline-data",
    description: "Folder of the database and the uploaded files",
    example: "/var/lib/threadline",
    everyCommand: true,
  },
  databaseUrl: {
    type: "postgres-url",
    defaultText: "SQLite in the data folder",
    description: "PostgreSQL 15 or newer to store the records in; use the variable when the URL has a password",
    example: "postgres://threadline@db/threadline",
    everyCommand: true,
  },
  databaseConnections: {
    type: "integer",
    minimum: 1,
    maximum: 1000,
    default: 10,
    description: "Maximum connections to PostgreSQL, in addition to one that listens for changes",
    example: 20,
  },
  databasePooler: {
    type: "boolean",
    default: false,
    description: "PostgreSQL is behind a transaction pooler, such as pgbouncer",
    example: true,
    everyCommand: true,
  },
  retentionDays: {
    type: "integer",
    unit: "days",
    minimum: 1,
    maximum: 36_500,
    defaultText: "unlimited",
    description: "Retention of steps, with their threads, scores and files; older steps are deleted",
    example: 90,
  },
  filesUrl: {
    type: "s3-url",
    defaultText: "the data folder",
    description: "S3 bucket to store uploaded files in",
    example: "s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1",
  },
  awsAccessKeyId: {
    type: "text",
    placeholder: "id",
    variable: "AWS_ACCESS_KEY_ID",
    hasFlag: false,
    defaultText: "none",
    description: "Access key ID for the S3 bucket",
  },
  awsSecretAccessKey: {
    type: "text",
    placeholder: "secret",
    variable: "AWS_SECRET_ACCESS_KEY",
    secret: true,
    defaultText: "none",
    description: "Secret access key for the S3 bucket",
  },
  awsSessionToken: {
    type: "text",
    placeholder: "token",
    variable: "AWS_SESSION_TOKEN",
    secret: true,
    defaultText: "none",
    description: "Session token for the S3 bucket, with temporary credentials",
  },
  baseUrl: {
    type: "http-url",
    defaultText: "from the request",
    description: "Public URL, used in links; required behind a proxy that changes host or scheme",
    example: "https://threadline.example.com",
  },
  basePath: {
    type: "path",
    defaultText: "path of the base URL",
    description: "Path prefix of every route and link",
    example: "/threadline",
  },
  logLevel: {
    type: "choice",
    placeholder: "level",
    choices: ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
    default: "info",
    description: "Minimum level to log",
    example: "warn",
  },
  production: {
    type: "boolean",
    default: false,
    description: "Disable the GraphiQL page and introspection",
    example: true,
  },
  noLogin: {
    type: "boolean",
    default: false,
    description: "Give everyone on this machine full access to every project; requires a loopback address",
    example: true,
  },
  proxies: {
    type: "integer",
    minimum: 0,
    maximum: 10,
    default: 0,
    description: "Number of trusted proxies in front of the service that append to X-Forwarded-For",
    example: 1,
  },
  ssoIssuer: {
    type: "http-url",
    defaultText: "no single sign-on",
    description: "OpenID Connect provider for single sign-on; requires the base URL",
    example: "https://accounts.example.com",
  },
  ssoClientId: {
    type: "text",
    placeholder: "id",
    defaultText: "none",
    description: "Client ID for single sign-on",
    example: "threadline",
  },
  ssoClientSecret: {
    type: "text",
    placeholder: "secret",
    secret: true,
    defaultText: "none",
    description: "Client secret for single sign-on",
  },
  ssoName: {
    type: "text",
    placeholder: "name",
    default: "single sign-on",
    description: "Name of the single sign-on provider, shown on the sign-in button",
    example: "Example Inc.",
  },
  ssoHosts: {
    type: "list",
    placeholder: "hosts",
    defaultText: "none",
    description: "Hosts of the single sign-on provider's endpoints in addition to the issuer's host, comma-separated",
    example: "oauth2.googleapis.com",
  },
  mailUrl: {
    type: "smtp-url",
    secret: true,
    defaultText: "no email",
    description:
      "SMTP server for invitations and links to reset a password, as `smtp://user:password@host:port`; requires the base URL",
  },
  mailFrom: {
    type: "text",
    placeholder: "sender",
    defaultText: "none",
    description: "Sender address of emails",
    example: "Threadline <threadline@example.com>",
  },
  apiKey: {
    type: "api-key",
    secret: true,
    defaultText: "created on the first start",
    description: "API key of the project `default`, for containers",
  },
  metricsToken: {
    type: "text",
    placeholder: "token",
    secret: true,
    defaultText: "no metrics",
    description: "Bearer token for the Prometheus metrics at `/metrics`",
  },
  maxBodyBytes: {
    type: "size",
    minimum: 1,
    default: defaultLimits.maxBodyBytes as number,
    description: "Maximum size of a GraphQL or OpenTelemetry request body",
    example: "128 MiB",
  },
  maxPendingBytes: {
    type: "size",
    minimum: 1,
    default: defaultLimits.maxPendingBytes as number,
    description: "Maximum total size of request bodies in progress, without uploads; further requests get 429",
    example: "64 MiB",
  },
  maxPendingAnswerBytes: {
    type: "size",
    minimum: 1,
    default: defaultLimits.maxPendingAnswerBytes as number,
    description: "Maximum total size of unsent responses; further requests get 429",
    example: "128 MiB",
  },
  maxUploadBytes: {
    type: "size",
    minimum: 1,
    default: defaultLimits.maxUploadBytes as number,
    description: "Maximum size of an uploaded file",
    example: "100 MiB",
  },
  requestsPerCredential: {
    type: "integer",
    unit: "per minute",
    minimum: 0,
    maximum: 1_000_000_000,
    default: defaultLimits.maxRequestsPerCredential as number,
    defaultText: "no limit",
    description: "Maximum requests of one key, account or share link; 0 for no limit",
    example: 6000,
  },
  requestsPerAddress: {
    type: "integer",
    unit: "per minute",
    minimum: 0,
    maximum: 1_000_000_000,
    default: defaultLimits.maxRequestsPerAddress as number,
    defaultText: "no limit",
    description: "Maximum requests to `/api` from one IP address; 0 for no limit",
    example: 6000,
  },
  otlpUrl: {
    type: "http-url",
    variable: "OTEL_EXPORTER_OTLP_ENDPOINT",
    defaultText: "no traces",
    description: "OTLP/HTTP endpoint that receives OpenTelemetry traces of the service itself",
    example: "http://127.0.0.1:4318",
  },
  otlpGrpcPort: {
    type: "integer",
    minimum: 0,
    maximum: 65_535,
    defaultText: "no gRPC",
    description: "Port that receives OpenTelemetry over gRPC; 0 picks a free one",
    example: 4317,
  },
  otlpAttributes: {
    type: "choice",
    choices: ["keep", "drop"],
    default: "keep",
    description: "Whether to keep the raw attributes of received OpenTelemetry spans in their steps",
    example: "drop",
  },
  modelHosts: {
    type: "list",
    placeholder: "hosts",
    defaultText: "public addresses; without login also this machine",
    description: "Hosts and networks that model connections may use in addition to public addresses, comma-separated",
    example: "10.0.0.0/8",
  },
  auditDays: {
    type: "integer",
    unit: "days",
    minimum: 0,
    maximum: 36_500,
    default: 400,
    description: "Audit-log retention; 0 for unlimited",
    example: 730,
  },
  quotaStepsPerDay: {
    type: "integer",
    unit: "per UTC day",
    minimum: 0,
    maximum: 9_007_199_254_740_991,
    default: defaultLimits.maxStepsPerDay as number,
    defaultText: "no limit",
    description: "Maximum steps a project records, unless `threadline project quota` sets its own; 0 for no limit",
    example: 1_000_000,
  },
  quotaStoredBytes: {
    type: "size",
    minimum: 0,
    default: defaultLimits.maxStoredBytes as number,
    defaultText: "no limit",
    description: "Maximum size of a project's records and files, unless `threadline project quota` sets it",
    example: "50 GiB",
  },
  fileUrlSeconds: {
    type: "integer",
    unit: "seconds",
    minimum: 1,
    maximum: 604_800,
    default: 300,
    description: "Lifetime of a signed file URL",
    example: 3600,
  },
} as const;

export const configFile = {
  flag: "--config",
  variable: "THREADLINE_CONFIG",
  description: "JSON file of settings",
} as const;

export type SettingName = keyof typeof settings;

/** Resolved settings: flags, variables, configuration file and defaults combined. */
export type Configuration = {
  readonly [Name in SettingName]: Value<(typeof settings)[Name]>;
};

type Value<Declared> = Declared extends { readonly type: "list" }
  ? readonly string[]
  : TypeValue<Declared> | (Declared extends { readonly default: unknown } ? never : undefined);

type TypeValue<Declared> = Declared extends { readonly type: "choice"; readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Declared extends { readonly type: "integer" | "size" }
    ? number
    : Declared extends { readonly type: "boolean" }
      ? boolean
      : string;
