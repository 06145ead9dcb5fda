import { explainFailure } from "./explain-failure.ts";
import type { ModelFailure, OpenConnection } from "./model-call.ts";
import { baseUrlOf } from "./open-model.ts";
import { readText } from "./read-text.ts";
import { SecretFilter } from "./secret-filter.ts";

const maxMs = 15_000;
const maxBytes = 4 * 1024 * 1024;
const maxModels = 1_000;
const maxNameLength = 255;

export interface ModelList {
  /** Names of the provider's models, sorted. Empty if the provider does not list the names that calls use. */
  readonly models: readonly string[];
  /** Reason why the provider did not return its models; null if it did. */
  readonly failure: ModelFailure | null;
}

export interface ListOptions {
  readonly signal?: AbortSignal | undefined;
  /** Aborts when the provider took too long. Default: after 15 seconds. */
  readonly timeout?: AbortSignal | undefined;
}

/** Whether the API has a list of models at the base URL. */
export function hasModelList({ kind }: Pick<OpenConnection["connection"], "kind">): boolean {
  return kind !== "bedrock" && kind !== "task";
}

/**
 * Requests the list of the provider's models, which costs nothing. Most providers reject a wrong key, but some
 * compatible services list their models without a key. Failures are part of the result.
 */
export async function listModels(
  open: OpenConnection,
  fetchModel: typeof fetch,
  { signal, timeout = AbortSignal.timeout(maxMs) }: ListOptions = {},
): Promise<ModelList> {
  const { kind } = open.connection;
  const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const response = await fetchModel(`${baseUrlOf(open.connection)}/models${query[kind] ?? ""}`, {
      headers: { accept: "application/json", ...headersOf(open) },
      signal: ended,
    });
    // The size is limited because the list is parsed in the main thread.
    const tooLarge = () => new Error(`The list of models is larger than ${maxBytes} bytes`);
    const body = await readText(response, maxBytes, tooLarge);
    if (!response.ok) {
      const error = {
        statusCode: response.status,
        data: parsed(body),
        responseBody: body,
        responseHeaders: Object.fromEntries(response.headers),
      };
      return failed(explainFailure(error, open, ""));
    }
    const names = namesIn(body);
    if (names === null) {
      const message = "The response is not a list of models. Check the base URL.";
      return failed({ problem: "providerFailed", message });
    }
    // The list of Azure contains models, but calls use the names of deployments.
    return { models: kind === "azure" ? [] : (new SecretFilter(open).json(names) as string[]), failure: null };
  } catch (error) {
    return failed(explainFailure(ended.aborted ? ended.reason : error, open, ""));
  }
}

function failed(failure: ModelFailure): ModelList {
  return { models: [], failure };
}

/** Without these parameters, the first page of the list would be shorter. */
const query: Readonly<Partial<Record<OpenConnection["connection"]["kind"], string>>> = {
  anthropic: "?limit=1000",
  google: "?pageSize=1000",
};

function headersOf({ connection: { kind }, secrets }: OpenConnection): Readonly<Record<string, string>> {
  const { apiKey } = secrets;
  const more = Object.fromEntries(secrets.headers.map(({ name, value }) => [name, value]));
  const version = kind === "anthropic" ? { "anthropic-version": "2023-06-01" } : {};
  if (apiKey === null) return { ...version, ...more };
  const key = keyHeaders[kind];
  return { ...version, ...(key === undefined ? { authorization: `Bearer ${apiKey}` } : { [key]: apiKey }), ...more };
}

const keyHeaders: Readonly<Partial<Record<OpenConnection["connection"]["kind"], string>>> = {
  anthropic: "x-api-key",
  azure: "api-key",
  google: "x-goog-api-key",
};

/** Reads the names from the response of OpenAI and Anthropic (`data`) or Google (`models`). */
function namesIn(body: string): string[] | null {
  const { data, models } = Object(parsed(body)) as { readonly data?: unknown; readonly models?: unknown };
  const list = data ?? models;
  if (!Array.isArray(list)) return null;
  const names = list.slice(0, maxModels).flatMap((each): string[] => {
    const { id, name } = Object(each) as { readonly id?: unknown; readonly name?: unknown };
    const text = typeof id === "string" ? id : typeof name === "string" ? name.replace(/^models\//, "") : "";
    return text === "" || text.length > maxNameLength ? [] : [text];
  });
  return [...new Set(names)].toSorted();
}

/** Parses a response. Returns null if it is not JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
