import type { JsonValue } from "@threadline/schema/sdk";
import { EvaluationError } from "../evaluation-error.ts";
import { isJsonObject, type JsonObject } from "../json-object.ts";
import { readInput, parseJson } from "./read-input.ts";
import type { TargetView } from "../target-view.ts";

export interface ToolCall {
  readonly name: string;
  /** Null if the call has no arguments. */
  readonly arguments: JsonValue;
}

const maxCalls = 500;

/**
 * Reads the tool calls at a path, in order. The path can lead to steps (those of type `tool` are calls), chat messages,
 * tool calls in OpenAI's format, objects with `name` and `arguments`, or names.
 */
export function readToolCalls(view: TargetView, path: string): ToolCall[] {
  const value = readInput(view, path);
  const calls = (Array.isArray(value) ? value : [value]).flatMap((item) => callsOf(item, path));
  if (calls.length <= maxCalls) return calls;
  throw new EvaluationError("limitExceeded", `\`${path}\` has more than ${maxCalls} tool calls`);
}

function callsOf(item: JsonValue, path: string): ToolCall[] {
  if (typeof item === "string") return [{ name: item, arguments: null }];
  if (!isJsonObject(item)) throw invalid(path);
  const { type, tool_calls: calls, function: called } = item;
  if (Array.isArray(calls)) return calls.flatMap((call) => callsOf(call, path));
  if (typeof item["role"] === "string") return [];
  // Every step has the field `parentId`, which is null for a root step. Only steps of type `tool` are tool calls.
  if (item["parentId"] !== undefined && type !== "tool") return [];
  if (isJsonObject(called)) return [callOf(called, path)];
  return [callOf(item, path)];
}

function callOf(call: JsonObject, path: string): ToolCall {
  const { name, input = null, arguments: given = input } = call;
  if (typeof name !== "string" || name === "") throw invalid(path);
  return { name, arguments: typeof given === "string" ? (parseJson(given) ?? given) : given };
}

function invalid(path: string): EvaluationError {
  return new EvaluationError(
    "inputInvalid",
    `\`${path}\` must hold steps, messages, tool calls with \`name\` and \`arguments\`, or names of tools`,
  );
}
