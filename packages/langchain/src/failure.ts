import type { JsonObject, StepConstructor } from "@threadline/core";
import { toReadable } from "./readable.ts";
import { toFields } from "./values.ts";

export type Failure =
  | { kind: "error"; error: NonNullable<StepConstructor["error"]> }
  /** The caller aborted the run, or stopped reading its stream. */
  | { kind: "aborted" }
  /** A graph node waits for human input. */
  | { kind: "interrupted"; interrupts: unknown[] }
  /** A node passes control to the parent graph. */
  | { kind: "command"; output: JsonObject };

const ABORTS: ReadonlySet<unknown> = new Set(["AbortError", "ModelAbortError", "APIUserAbortError"]);
const ABORT_MESSAGES: ReadonlySet<unknown> = new Set(["Abort", "Aborted", "AbortError"]);

/**
 * Classifies an exception that a run threw. Some exceptions are not errors: an abort by the caller, and an exception
 * by which LangGraph controls the graph (`is_bubble_up`). LangGraph throws an interrupt to wait for human input, and a
 * command to continue in the parent graph.
 */
export function describeFailure(reason: unknown): Failure {
  const { is_bubble_up: isBubbleUp, interrupts, command, name, message } = toFields(reason);
  if (isBubbleUp === true && command !== undefined) {
    return { kind: "command", output: { command: toReadable({ ...toFields(command) }) } };
  }
  if (isBubbleUp === true) return { kind: "interrupted", interrupts: Array.isArray(interrupts) ? interrupts : [] };
  if (ABORTS.has(name) || (name === "Error" && ABORT_MESSAGES.has(message))) return { kind: "aborted" };
  return { kind: "error", error: reason instanceof Error ? reason : String(reason) };
}
