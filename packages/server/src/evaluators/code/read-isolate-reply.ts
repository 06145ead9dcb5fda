import { EvaluationError, type EvaluationScore } from "@threadline/evaluation";
import type { CodeLimits } from "./code-limits.ts";

/** Name of the user's code in stack traces, by which {@link readIsolateReply} finds the position of an error. */
export const sourceName = "evaluator.ts";

/**
 * Reads the reply of the isolate. The user's code controls all of it, so this function returns only text and a number.
 */
export function readIsolateReply(text: string, limits: CodeLimits): EvaluationScore {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    reply = null;
  }
  const [kind, first, second, third] = Array.isArray(reply) ? (reply as unknown[]) : [];
  if (kind === "score" && typeof first === "string") {
    const value = Number(first);
    if (first === "" || !Number.isFinite(value)) {
      throw new EvaluationError("resultInvalid", `\`value\` must be a finite number, not ${first.slice(0, 40)}`);
    }
    const label = textIn("label", second, limits.labelLength);
    const comment = textIn("comment", third, limits.commentLength);
    return { value, ...(label !== null && { label }), ...(comment !== null && { comment }) };
  }
  if (kind === "error") throw codeFailed(textOf(first), textOf(second), textOf(third));
  if (kind === "result") throw new EvaluationError("resultInvalid", textOf(first).slice(0, 1000));
  if (kind === "definition") throw new EvaluationError("definitionInvalid", textOf(first).slice(0, 1000));
  throw new EvaluationError("resultInvalid", "The code returned no score; return an object such as { value: 1 }");
}

function textIn(name: string, value: unknown, maxLength: number): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "string") throw new EvaluationError("resultInvalid", `\`${name}\` must be a string`);
  if (value.length <= maxLength) return value;
  throw new EvaluationError("limitExceeded", `\`${name}\` is longer than ${maxLength} characters`);
}

function codeFailed(name: string, message: string, stack: string): EvaluationError {
  const [, line] = /evaluator\.ts:(\d{1,9})/u.exec(stack.slice(0, 4000)) ?? [];
  const described = [name, message].filter((text) => text !== "").join(": ");
  const place = line === undefined ? "" : ` (line ${line})`;
  if (name === "InternalError" && message === "out of memory") {
    return new EvaluationError("limitExceeded", `The code used too much memory${place}`);
  }
  const problem =
    name === "SyntaxError" && stack.trimStart().startsWith(`at ${sourceName}`) ? "definitionInvalid" : "codeFailed";
  return new EvaluationError(problem, `The code failed: ${described.slice(0, 1100)}${place}`);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
