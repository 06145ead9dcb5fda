import { type DeliveryLimits, type Limits, resolveLimits } from "./delivery/delivery-options.ts";
import type { Exporter } from "./delivery/exporter.ts";
import type { ContentOptions, Mask } from "./delivery/record.ts";
import type { OpenSpool, SpoolFactory, SpoolOptions } from "./delivery/spool/spool-port.ts";
import { ConfigError } from "./errors.ts";
import type { JsonObject } from "./types/json.ts";

/** Function that sends requests: the global `fetch`, or the `fetch` method of a server in the same process. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Settings of a `Threadline` client. Every setting is optional, and some are read from the environment by default. */
export interface ThreadlineOptions {
  /** The project's key. Default: `THREADLINE_API_KEY`, then `LITERAL_API_KEY`. */
  apiKey?: string | undefined;
  /** URL of the service. Default: `THREADLINE_URL`, then `LITERAL_API_URL`, then `http://127.0.0.1:4000`. */
  url?: string | undefined;
  /** Alias of `url`, for migration from an older client. */
  apiUrl?: string | undefined;
  /** Environment of the records, such as `dev`, `staging` or `prod`; sent as `x-env`. Default: none. */
  environment?: string | undefined;
  /**
   * Sends nothing when true. Operations that write then return their arguments, and operations that read find nothing.
   * Default: false.
   */
  disabled?: boolean | undefined;
  /** Release of the application, added as `metadata.release` to threads and steps. Default: none. */
  release?: string | undefined;
  /** Function that sends every request. Default: the global `fetch`. */
  fetch?: Fetch | undefined;
  /**
   * Timeout of one operation including all attempts, in milliseconds. Default: 30000. Does not apply to file uploads.
   */
  timeoutMs?: number | undefined;
  /** Maximum retries of a request that is safe to repeat. Default: 2. */
  maxRetries?: number | undefined;
  /** Receives errors of background recording, which are never thrown. Default: one line on `console.warn`. */
  onError?: ((error: unknown) => void) | undefined;
  /**
   * Tags added to every step and to every new thread. A thread whose `id` the application sets may already be stored,
   * and these tags would replace its stored tags. So such a thread gets them only if the application also sets tags for
   * the thread. Default: none.
   */
  tags?: readonly string[] | undefined;
  /**
   * Metadata added to every step and to every new thread. Values that a step or thread has itself take precedence. A
   * thread whose `id` the application sets may already be stored. Such a thread gets this metadata only if the
   * application also sets metadata for the thread. Default: none.
   */
  metadata?: JsonObject | undefined;
  /**
   * Function that changes the recorded steps and threads before they are queued, written to disk or sent, for example
   * to remove secrets. If the function fails, the content of the record is omitted, and the error goes to `onError`.
   * Default: none.
   */
  mask?: Mask | undefined;
  /** When false, inputs of steps and models are not recorded. Default: true. */
  recordInputs?: boolean | undefined;
  /** When false, outputs of steps and models are not recorded. Default: true. */
  recordOutputs?: boolean | undefined;
  /**
   * Share of threads that are recorded, from 0 to 1. Also applies to runs outside of threads. The decision depends only
   * on the id of the thread or run. So it is the same in every process, and a thread is recorded whole or not at all.
   * Does not apply to operations of `client.api`. Default: 1.
   */
  sampleRate?: number | undefined;
  /**
   * Folder of the spool, or options that include the folder. The spool is a copy of all records that are not sent yet.
   * A later process sends the records that are left in the folder. Default: unsent records are only in memory.
   */
  spool?: string | SpoolOptions | undefined;
  /** Limits of background delivery. */
  delivery?: DeliveryLimits | undefined;
  /**
   * Second receiver for ended steps and threads, such as `otlpExporter()` of `@threadline/core/otlp`. Default: none.
   */
  exporter?: Exporter | undefined;
  /**
   * The platform's function that keeps a serverless process running until a promise settles. The client passes a
   * promise that resolves when no record is pending. Default: none.
   */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
}

/**
 * Settings of a `RecordingClient`. They are those of {@link ThreadlineOptions}, but `spool` is the result of
 * `folderSpool()` instead of a folder.
 */
export interface RecordingOptions extends Omit<ThreadlineOptions, "spool"> {
  /**
   * Result of `folderSpool()`. The spool is a folder with a copy of all records that are not sent yet. A later process
   * sends the records that are left in the folder. Default: unsent records are only in memory.
   */
  spool?: SpoolFactory | undefined;
}

/** {@link RecordingOptions} with defaults applied. */
export interface Configuration {
  readonly apiKey: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly environment: string | undefined;
  readonly disabled: boolean;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly onError: (error: unknown) => void;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
  readonly recording: ContentOptions;
  readonly sampleRate: number;
  readonly openSpool: OpenSpool | undefined;
  readonly limits: Limits;
  readonly exporter: Exporter | undefined;
  readonly waitUntil: ((promise: Promise<unknown>) => void) | undefined;
}

export type Variables = Readonly<Record<string, string | undefined>>;

const DEFAULT_URL = "http://127.0.0.1:4000";

/**
 * Applies environment variables and defaults to the options.
 *
 * @throws {ConfigError} without a key, or for an invalid option. The message never contains the key.
 */
export function resolveConfiguration(
  options: RecordingOptions = {},
  variables: Variables = processVariables(),
): Configuration {
  const { environment, disabled = false, release, timeoutMs = 30_000, maxRetries = 2 } = options;
  const apiKey = options.apiKey || variables["THREADLINE_API_KEY"] || variables["LITERAL_API_KEY"] || "";
  if (apiKey === "" && !disabled) {
    throw new ConfigError("No API key: pass the option apiKey or set THREADLINE_API_KEY (or LITERAL_API_KEY)");
  }
  if (!isHeaderValue(apiKey)) {
    throw new ConfigError(
      "apiKey (THREADLINE_API_KEY) has characters that are not allowed in an HTTP header, such as a line break",
    );
  }
  if (environment !== undefined && !isHeaderValue(environment)) {
    throw new ConfigError("environment has characters that are not allowed in an HTTP header; use printable ASCII");
  }
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) throw new ConfigError("timeoutMs must be a number above 0");
  if (!Number.isInteger(maxRetries) || maxRetries < 0)
    throw new ConfigError("maxRetries must be a whole number of at least 0");
  const { mask, recordInputs, recordOutputs, sampleRate = 1, spool, waitUntil } = options;
  if (!(sampleRate >= 0 && sampleRate <= 1)) throw new ConfigError("sampleRate must be a number from 0 to 1");
  const url = serviceUrl(
    options.url || options.apiUrl || variables["THREADLINE_URL"] || variables["LITERAL_API_URL"] || DEFAULT_URL,
  );
  return {
    apiKey,
    url,
    environment,
    disabled,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs,
    maxRetries,
    onError: options.onError ?? warn,
    tags: options.tags ?? [],
    metadata: { ...options.metadata, ...(release === undefined ? {} : { release }) },
    recording: { environment, mask, recordInputs, recordOutputs },
    sampleRate,
    openSpool: spool === undefined || disabled ? undefined : spool(`${url} ${apiKey}`),
    limits: resolveLimits(options.delivery),
    exporter: options.exporter,
    waitUntil,
  };
}

export function isHeaderValue(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function serviceUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigError("url (THREADLINE_URL) must be an http or https URL, such as http://127.0.0.1:4000");
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new ConfigError("url (THREADLINE_URL) must not contain a user name or password; use apiKey for the key");
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function processVariables(): Variables {
  return typeof process === "undefined" ? {} : (process.env ?? {});
}

function warn(error: unknown): void {
  console.warn(`[threadline] ${error instanceof Error ? error.message : String(error)}`);
}
