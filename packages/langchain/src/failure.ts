import type { JsonObject, StepConstructor } from "@threadline/core";
import { toReadable } from "./readable.ts";
import { toFields } from "./values.ts";

/** Why a run did not return. */
export type Failure =
  | { kind: "error"; error: NonNullable<StepConstructor["error"]> }
  /** The caller aborted it, or stopped reading its stream. */
  | { kind: "aborted" }
  /** A node of a graph waits for a person. */
  | { kind: "interrupted"; interrupts: unknown[] }
  /** A node hands over to the graph above. */
  | { kind: "command"; output: JsonObject };

const ABORTS: ReadonlySet<unknown> = new Set(["AbortError", "ModelAbortError", "APIUserAbortError"]);
/** LangChain and LangGraph report some aborts as a plain `Error` with one of these messages. */
const ABORT_MESSAGES: ReadonlySet<unknown> = new Set(["Abort", "Aborted", "AbortError"]);

/**
 * Describes what a run threw. LangGraph throws to control its flow as well (`is_bubble_up`): an interrupt waits for a person, a command
 * goes on in the graph above. Neither is an error, and neither is an abort by the caller.
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
