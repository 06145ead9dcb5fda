import type { JsonValue } from "@threadline/schema/sdk";
import { EvaluationError } from "../evaluation-error.ts";
import { readPath } from "../read-path.ts";
import type { TargetView } from "../target-view.ts";

/** Reads the value at a path. Throws an `EvaluationError` if there is none or if it is null. */
export function readInput(view: TargetView, path: string): JsonValue {
  const value = readPath(view, path);
  if (value === undefined || value === null) throw new EvaluationError("inputInvalid", `The target has no \`${path}\``);
  return value;
}

/** Reads the text at a path. Other values are returned as JSON. */
export function readText(view: TargetView, path: string): string {
  return textOf(readInput(view, path));
}

export function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

export function shorten(text: string, maxLength: number = 200): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
