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
 * Reads the tool calls at a path, in order. The path can lead to steps, chat messages, tool calls in OpenAI's format,
 * objects with `name` and `arguments`, or names of tools. Of the steps, only those of type `tool` are tool calls.
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
  // An object with the field `parentId` is a step. Even a root step has this field, with the value null. Only steps of
  // type `tool` are tool calls.
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
    `\`${path}\` must contain steps, messages, tool names, or objects with \`name\` and \`arguments\``,
  );
}
