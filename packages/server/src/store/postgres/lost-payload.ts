import type { StoredStep } from "../stored-step.ts";

const ofStep = ["metadata", "input", "output"] as const;
const ofGeneration = [
  "settings",
  "variables",
  "metadata",
  "tools",
  "prompt",
  "completion",
  "messages",
  "messageCompletion",
] as const;

/** Whether some of a payload gave way to something else, as when somebody takes a secret out. What only grew did not. */
export function losesPayload(before: StoredStep, after: StoredStep): boolean {
  if (ofStep.some((field) => isLost(before[field], after[field]))) return true;
  const [was, is] = [before.generation, after.generation];
  return was !== null && ofGeneration.some((field) => isLost(was[field], is?.[field]));
}

function isLost(before: unknown, after: unknown): boolean {
  if (before === null || before === after) return false;
  const [was, is] = [JSON.stringify(before), JSON.stringify(after ?? null)];
  const isGrowing = typeof before === "string" || typeof before === "object";
  return isGrowing ? !is.startsWith(was.slice(0, -1)) : is !== was;
}
