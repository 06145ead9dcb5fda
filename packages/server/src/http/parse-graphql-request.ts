import type { GraphQLRequest } from "../graphql/create-engine.ts";
import { parseJson } from "../json/parse-json.ts";
import type { Limits } from "../config/limits.ts";
import { badInput } from "../records/errors.ts";
import { checkJsonSize } from "./check-json-size.ts";

/** Reads the JSON body of a GraphQL request. Fields other than `query`, `variables` and `operationName` are ignored. */
export function parseGraphQLRequest(bytes: Buffer, limits: Limits): GraphQLRequest {
  checkJsonSize(bytes, limits);
  const body = readJson(bytes);
  if (Array.isArray(body)) throw badInput("body", "must be one JSON object; batches of requests are not supported");
  if (!isObject(body)) throw badInput("body", 'must be a JSON object with a "query"');
  const { query, variables, operationName } = body;
  if (typeof query !== "string") throw badInput("query", "must be a string");
  if (variables != null && !isObject(variables)) throw badInput("variables", "must be an object");
  if (operationName != null && typeof operationName !== "string") throw badInput("operationName", "must be a string");
  // Some explorers send an empty name if there is only one operation.
  return { query, variables, operationName: operationName || null };
}

function readJson(bytes: Buffer): unknown {
  try {
    // `TextDecoder` drops a byte order mark, and replaces invalid UTF-8 with U+FFFD.
    return parseJson(new TextDecoder().decode(bytes));
  } catch {
    throw badInput("body", "is not valid JSON");
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
