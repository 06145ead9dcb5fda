import type { ModelConnectionInput, ModelHeaderInput } from "@threadline/schema/server";
import type { JsonObject } from "../json/json-value.ts";
import type { ModelConnectionKind, ModelConnectionRecord } from "../store/model-connections.ts";
import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import { type Given, readRequiredName, readText } from "./text.ts";

const kinds: Readonly<Record<ModelConnectionKind, true>> = {
  openai: true,
  openaiCompatible: true,
  azure: true,
  anthropic: true,
  google: true,
  bedrock: true,
  task: true,
};

const needsBaseUrl: ReadonlySet<ModelConnectionKind> = new Set(["openaiCompatible", "azure", "bedrock", "task"]);
const defaultConcurrency = 8;
const maxConcurrency = 100;
const maxBudget = 1_000_000;

type Content = Pick<
  ModelConnectionRecord,
  "baseUrl" | "dailyBudget" | "kind" | "maxConcurrentCalls" | "models" | "name"
>;

/**
 * Reads the content of a connection without its secrets. `checkUrl` throws an `Error` for an address that is not
 * allowed.
 */
export function readModelConnection(
  { name, kind, baseUrl, models, dailyBudget, maxConcurrentCalls }: ModelConnectionInput,
  checkUrl: (url: URL) => void,
): Content {
  const limit = recordLimits.connectionModels;
  if (models && models.length > limit) throw badInput("connection.models", `at most ${limit} are allowed`, limit);
  const concurrency = maxConcurrentCalls ?? defaultConcurrency;
  if (concurrency < 1 || concurrency > maxConcurrency) {
    throw badInput("connection.maxConcurrentCalls", `must be from 1 to ${maxConcurrency}`, maxConcurrency);
  }
  if (dailyBudget != null && (dailyBudget < 0 || dailyBudget > maxBudget)) {
    throw badInput("connection.dailyBudget", `must be from 0 to ${maxBudget}`, maxBudget);
  }
  const field = "connection.name";
  return {
    name: readText(field, readRequiredName(field, name).trim(), recordLimits.idLength),
    kind,
    baseUrl: readBaseUrl(kind, baseUrl, checkUrl),
    models: [...new Set((models ?? []).map((model, index) => readModel(model, `connection.models[${index}]`)))],
    dailyBudget: dailyBudget ?? null,
    maxConcurrentCalls: concurrency,
  };
}

/**
 * Reads the API key and the headers of a model connection from a request. Values that the request omits stay unchanged.
 */
export function readModelSecrets({ kind, apiKey, headers }: ModelConnectionInput): {
  readonly apiKey: Given<string>;
  readonly headers: readonly ModelHeaderInput[] | null;
} {
  const key = readSecret("connection.apiKey", apiKey);
  if (kind === "bedrock" && key?.includes(":") === true && !/^[^:]+:[^:]+(?::[^:]+)?$/.test(key)) {
    throw badInput(
      "connection.apiKey",
      "must be a Bedrock API key, or <access key id>:<secret access key>[:<session token>]",
    );
  }
  const limit = recordLimits.connectionHeaders;
  if (headers && headers.length > limit) throw badInput("connection.headers", `at most ${limit} are allowed`, limit);
  const names = new Set<string>();
  const read = headers?.map(({ name, value }, index) => {
    const field = `connection.headers[${index}]`;
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) throw badInput(`${field}.name`, "is not a valid header name");
    if (reservedHeaders.has(name.toLowerCase()))
      throw badInput(`${field}.name`, "is set by the service and cannot be changed");
    if (names.has(name.toLowerCase())) throw badInput(`${field}.name`, "is given twice");
    names.add(name.toLowerCase());
    return { name, value: readSecret(`${field}.value`, value) ?? "" };
  });
  return { apiKey: key === "" ? null : key, headers: read ?? null };
}

const reservedHeaders: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Throws unless a model connection from an exported project is valid. Its URL is not checked here, because it is
 * checked on every call.
 */
export function checkModelConnection(record: JsonObject): void {
  const { kind, baseUrl, models, name, dailyBudget, maxConcurrentCalls } = record;
  if (typeof kind !== "string" || !Object.hasOwn(kinds, kind)) {
    throw badInput("modelConnection.kind", `must be one of ${Object.keys(kinds).join(", ")}`);
  }
  if (typeof name !== "string") throw badInput("modelConnection.name", "must be a string");
  if (baseUrl !== null && typeof baseUrl !== "string")
    throw badInput("modelConnection.baseUrl", "must be a string or null");
  if (!Array.isArray(models) || !models.every((model) => typeof model === "string")) {
    throw badInput("modelConnection.models", "must be a list of strings");
  }
  if (dailyBudget !== null && typeof dailyBudget !== "number") {
    throw badInput("modelConnection.dailyBudget", "must be a number or null");
  }
  if (typeof maxConcurrentCalls !== "number") throw badInput("modelConnection.maxConcurrentCalls", "must be a number");
  const known = kind as ModelConnectionKind; // a key of `kinds`
  readModelConnection({ name, kind: known, baseUrl, models, dailyBudget, maxConcurrentCalls }, () => undefined);
}

function readBaseUrl(kind: ModelConnectionKind, text: Given<string>, checkUrl: (url: URL) => void): string | null {
  const field = "connection.baseUrl";
  const given = readText(field, text?.trim() || null, recordLimits.nameLength) ?? null;
  if (given === null) {
    if (needsBaseUrl.has(kind)) throw badInput(field, `is required for the kind ${kind}`);
    return null;
  }
  const url = URL.parse(given);
  if (!url) throw badInput(field, "must be a URL, such as https://api.example.com/v1");
  if (url.search !== "" || url.hash !== "") throw badInput(field, "must not contain a query or fragment");
  try {
    checkUrl(url);
  } catch (error) {
    throw badInput(field, (error as Error).message); // `checkUrl` throws only errors
  }
  return url.href.endsWith("/") ? url.href.slice(0, -1) : url.href;
}

function readModel(model: string, field: string): string {
  return readText(field, readRequiredName(field, model).trim(), recordLimits.idLength);
}

/** Reads a secret that can be sent in a header. Errors never contain it. */
function readSecret(field: string, value: Given<string>): Given<string> {
  if (value == null) return value;
  const text = value.trim();
  const limit = recordLimits.secretLength;
  if (text.length > limit) throw badInput(field, `at most ${limit} characters are allowed`, limit);
  if (!/^[\u0020-\u007e]*$/.test(text)) throw badInput(field, "must contain only printable ASCII characters");
  return text;
}
