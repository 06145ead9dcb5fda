import type { StepRecord, StepWrite } from "../store/steps.ts";

/**
 * Whether writing a step would change nothing, because the stored step has the same thread, root, type, span data and
 * messages.
 */
export function isStored({ metadata, generation, ...write }: StepWrite, stored: StepRecord | undefined): boolean {
  if (stored === undefined) return false;
  const isPlaced = (["threadId", "rootRunId", "type"] as const).every(
    (field) => write[field] === undefined || write[field] === stored[field],
  );
  if (!isPlaced || !isSame(metadata?.["otel"], stored.metadata?.["otel"])) return false;
  if (generation === undefined || generation === null) return generation === undefined || stored.generation === null;
  return (["messages", "messageCompletion"] as const).every(
    (field) => generation[field] === undefined || isSame(generation[field], stored.generation?.[field]),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
