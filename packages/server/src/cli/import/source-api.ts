import { setTimeout as sleepFor } from "node:timers/promises";
import type { JsonValue } from "../../json/json-value.ts";
import { parseJson } from "../../json/parse-json.ts";
import { readText } from "../../models/read-text.ts";
import { CommandError } from "../command-error.ts";

const maxAttempts = 8;
const firstRetryMs = 500;
const maxRetryAfterMs = 15 * 60_000;
const requestTimeoutMs = 120_000;
const maxResponseBytes = 256 * 1024 * 1024;

const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The platform's API does not have the requested resource. */
export class MissingError extends CommandError {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export interface SourceApiOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly keyVariables: string;
  readonly requestsPerSecond: number;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly sleep?: ((milliseconds: number) => Promise<unknown>) | undefined;
}

export type QueryParameters = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/**
 * Reads JSON from the API of another platform, with a limited request rate and with retries after transient failures.
 */
export class SourceApi {
  readonly #options: SourceApiOptions & {
    readonly fetch: NonNullable<SourceApiOptions["fetch"]>;
    readonly sleep: NonNullable<SourceApiOptions["sleep"]>;
  };
  #nextStart = 0;

  constructor(options: SourceApiOptions) {
    this.#options = {
      ...options,
      url: options.url.replace(/\/+$/u, ""),
      fetch: options.fetch ?? globalThis.fetch,
      sleep: options.sleep ?? ((milliseconds) => sleepFor(milliseconds)),
    };
  }

  /** URL without credentials and query. */
  get place(): string {
    return this.#options.url;
  }

  get(path: string, query: QueryParameters = {}): Promise<JsonValue> {
    const parameters = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((each) => [name, String(each)]),
    );
    const search = parameters.length === 0 ? "" : `?${new URLSearchParams(parameters).toString()}`;
    return this.#request(`${path}${search}`, { method: "GET" });
  }

  post(path: string, body: unknown): Promise<JsonValue> {
    const headers = { "content-type": "application/json" };
    return this.#request(path, { method: "POST", body: JSON.stringify(body), headers });
  }

  /** Sends a request whose response contains one JSON value per line. */
  async postLines(path: string, body: unknown): Promise<JsonValue[]> {
    const headers = { "content-type": "application/json" };
    const text = await this.#text(path, { method: "POST", body: JSON.stringify(body), headers });
    return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [this.#parse(path, line)]));
  }

  async #request(path: string, init: RequestInit): Promise<JsonValue> {
    return this.#parse(path, await this.#text(path, init));
  }

  #parse(path: string, text: string): JsonValue {
    try {
      return parseJson(text);
    } catch {
      throw new CommandError(
        `${this.#nameOf(path)} did not respond with JSON. Check that the URL is the address of the API.`,
      );
    }
  }

  #nameOf(path: string): string {
    return `${this.#options.url}${path.replace(/\?.*$/u, "")}`;
  }

  async #text(path: string, init: RequestInit): Promise<string> {
    const { url, headers, fetch, sleep, keyVariables } = this.#options;
    const name = this.#nameOf(path);
    const tooLarge = () =>
      new CommandError(`The response of ${name} is larger than ${maxResponseBytes} bytes, so it cannot be imported.`);
    for (let attempt = 1; ; attempt += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      await this.#pace();
      let failure: string;
      let retryAfter: number | undefined;
      try {
        const signal = AbortSignal.timeout(requestTimeoutMs);
        const sent = {
          accept: "application/json",
          ...headers,
          ...(init.headers as Record<string, string> | undefined),
        };
        // Redirects are rejected, because they could send the key to another host.
        // oxlint-disable-next-line no-await-in-loop -- sequential
        const response = await fetch(`${url}${path}`, { ...init, headers: sent, signal, redirect: "error" });
        // oxlint-disable-next-line no-await-in-loop -- sequential
        const text = await readText(response, maxResponseBytes, tooLarge);
        if (response.ok) return text;
        const detail = text.slice(0, 300).replace(/\s+/gu, " ");
        if (response.status === 401 || response.status === 403) {
          throw new CommandError(
            `${name} rejected the key (HTTP ${response.status}). Set ${keyVariables} to a valid key.`,
          );
        }
        failure = `HTTP ${response.status}: ${detail}`;
        if (!transientStatuses.has(response.status)) throw new MissingError(`${name}: ${failure}`, response.status);
        retryAfter = readRetryAfter(response.headers.get("retry-after"));
      } catch (error) {
        if (error instanceof CommandError) throw error;
        failure = describe(error);
      }
      if (attempt === maxAttempts) {
        throw new CommandError(`The request to ${name} failed: ${failure}. Run the same command again to continue.`);
      }
      const backoff = firstRetryMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
      // oxlint-disable-next-line no-await-in-loop -- sequential
      await sleep(retryAfter ?? backoff);
    }
  }

  async #pace(): Promise<void> {
    const now = performance.now();
    const start = Math.max(now, this.#nextStart);
    this.#nextStart = start + 1_000 / this.#options.requestsPerSecond;
    if (start > now) await this.#options.sleep(start - now);
  }
}

/** Converts a `Retry-After` value (seconds or a date) to milliseconds from now. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const delay = /^\d+(\.\d+)?$/u.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(delay) ? undefined : Math.min(Math.max(0, delay), maxRetryAfterMs);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause =
    error.cause instanceof Error ? ` (${error.cause.message || (error.cause as { code?: string }).code})` : "";
  return `${error.message}${cause}`;
}
