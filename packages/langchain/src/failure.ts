import type { JsonObject, StepConstructor } from "@threadline/core";
import { toReadable } from "./readable.ts";
import { toFields } from "./values.ts";

/** Reason why a run did not return a result. */
export type Failure =
  | { kind: "error"; error: NonNullable<StepConstructor["error"]> }
  /** The caller aborted it, or stopped reading its stream. */
  | { kind: "aborted" }
  /** A graph node waits for human input. */
  | { kind: "interrupted"; interrupts: unknown[] }
  /** A node passes control to the parent graph. */
  | { kind: "command"; output: JsonObject };

const ABORTS: ReadonlySet<unknown> = new Set(["AbortError", "ModelAbortError", "APIUserAbortError"]);
/** Messages of plain `Error`s that LangChain and LangGraph throw for some aborts. */
const ABORT_MESSAGES: ReadonlySet<unknown> = new Set(["Abort", "Aborted", "AbortError"]);

/**
 * Classifies an error of a run. LangGraph also throws for control flow (`is_bubble_up`): interrupts wait for human
 * input, commands continue in the parent graph. Neither is an error, nor is an abort by the caller.
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
