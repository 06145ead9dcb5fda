import { type DeliveryLimits, type Limits, resolveLimits } from "./delivery/delivery-options.ts";
import type { ContentOptions, Mask } from "./delivery/record.ts";
import type { OpenSpool, SpoolFactory, SpoolOptions } from "./delivery/spool/spool-port.ts";
import { ConfigError } from "./errors.ts";
import type { JsonObject } from "./types/json.ts";

/** The `fetch` that carries every request; the global one, or the `fetch` of a server in the same process. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The options of `new Threadline()`. */
export interface ThreadlineOptions {
  /** The project's key. Default: `THREADLINE_API_KEY`, then `LITERAL_API_KEY`. */
  apiKey?: string | undefined;
  /** URL of the service. Default: `THREADLINE_URL`, then `LITERAL_API_URL`, then `http://127.0.0.1:4000`. */
  url?: string | undefined;
  /** Another name of `url`, for those who move from an older client. */
  apiUrl?: string | undefined;
  /** Environment of the records, such as `dev`, `staging` or `prod`; sent as `x-env`. Default: none. */
  environment?: string | undefined;
  /** True: nothing is ever sent; writes answer with what they were given, reads with nothing found. Default: false. */
  disabled?: boolean | undefined;
  /** The release of the application; added as `metadata.release` to threads and steps. Default: none. */
  release?: string | undefined;
  /** The function that carries every request. Default: the global `fetch`. */
  fetch?: Fetch | undefined;
  /**
   * Timeout of one operation including all attempts, in milliseconds. Default: 30000. Does not apply to file uploads.
   */
  timeoutMs?: number | undefined;
  /** Maximum retries of a request that is safe to repeat. Default: 2. */
  maxRetries?: number | undefined;
  /** Receives trouble of recording in the background (`wrap`), which never reaches the host. Default: one line on `console.warn`. */
  onError?: ((error: unknown) => void) | undefined;
  /** Put on every step, and on threads that are new or bring tags. Default: none. */
  tags?: readonly string[] | undefined;
  /** Put under the metadata of every step, and of threads that are new or bring metadata. Default: none. */
  metadata?: JsonObject | undefined;
  /**
   * Changes what `wrap` and `send` record before it is queued, kept on disk or sent. When it fails, the content of the record is
   * left out and the failure goes to `onError`. Default: none.
   */
  mask?: Mask | undefined;
  /** False: inputs of steps, and what a model was asked, are not recorded. Default: true. */
  recordInputs?: boolean | undefined;
  /** False: outputs of steps, and what a model answered, are not recorded. Default: true. */
  recordOutputs?: boolean | undefined;
  /**
   * The share of threads, and of runs outside of threads, that `wrap` and `send` record, from 0 to 1. It goes by the id, so that
   * a thread is recorded whole or not at all, by every process alike. Default: 1.
   */
  sampleRate?: number | undefined;
  /** A folder, or more about it: what waits to be sent is kept there too, and sent by a later process. Default: memory alone. */
  spool?: string | SpoolOptions | undefined;
  /** The bounds of sending in the background. */
  delivery?: DeliveryLimits | undefined;
  /**
   * Hook of a serverless platform: called with a promise that is pending while records wait to be sent. Default: none.
   */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
}

/** The options of `new RecordingClient()`. */
export interface RecordingOptions extends Omit<ThreadlineOptions, "spool"> {
  /** Made by `folderSpool()`: what waits to be sent is kept in a folder too, and sent by a later process. Default: memory alone. */
  spool?: SpoolFactory | undefined;
}

/** {@link RecordingOptions} with every gap filled. */
export interface Configuration {
  readonly apiKey: string;
  /** Without a slash at its end. */
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
  readonly waitUntil: ((promise: Promise<unknown>) => void) | undefined;
}

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

const DEFAULT_URL = "http://127.0.0.1:4000";

/**
 * Fills the options from environment variables and defaults.
 *
 * @throws {ConfigError} when no key is known, or an option cannot be used; the message never repeats the key.
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
      "apiKey (THREADLINE_API_KEY) holds characters that a header cannot carry, such as a line break",
    );
  }
  if (environment !== undefined && !isHeaderValue(environment)) {
    throw new ConfigError("environment holds characters that a header cannot carry; use printable ASCII");
  }
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) throw new ConfigError("timeoutMs must be a number above 0");
  if (!Number.isInteger(maxRetries) || maxRetries < 0)
    throw new ConfigError("maxRetries must be 0 or a whole number above it");
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
    waitUntil,
  };
}

/** Whether a header can carry the text as it is. */
export function isHeaderValue(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function serviceUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigError("url (THREADLINE_URL) must be an http or https URL, such as http://127.0.0.1:4000");
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new ConfigError("url (THREADLINE_URL) must not hold a user name or a password; the key goes into apiKey");
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function processVariables(): Variables {
  return typeof process === "undefined" ? {} : (process.env ?? {});
}

function warn(error: unknown): void {
  console.warn(`[threadline] ${error instanceof Error ? error.message : String(error)}`);
}
