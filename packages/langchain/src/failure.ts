import type { JsonObject, StepConstructor } from "@threadline/core";
import { toReadable } from "./readable.ts";
import { toFields } from "./values.ts";

/** How a run ended that did not return. */
export interface Failure {
  error?: StepConstructor["error"];
  output?: JsonObject;
  metadata?: JsonObject;
}

/**
 * Describes what a run threw. LangGraph throws to stop a run as well: an interrupt waits for a person, a command goes on in the
 * graph above. Both are no errors.
 */
export function describeFailure(reason: unknown): Failure {
  const { is_bubble_up: isBubbleUp, interrupts, command } = toFields(reason);
  if (isBubbleUp !== true) return { error: reason instanceof Error ? reason : String(reason) };
  if (command !== undefined) return { output: { command: toReadable({ ...toFields(command) }) } };
  return { output: { interrupts: toReadable(interrupts ?? []) }, metadata: { interrupted: true } };
}
