import type { PromptLineageRecord } from "../store/prompts.ts";
import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import { readText } from "./text.ts";

/** Label of the newest version. It is not stored. */
export const latestLabel = "latest";

export function readPromptLabel(label: string): string {
  if (label.trim() === "") throw badInput("label", "must not be empty");
  if (label === latestLabel)
    throw badInput("label", "`latest` cannot be set, because it always refers to the newest version");
  return readText("label", label, recordLimits.promptLabelLength);
}

/** Throws if a new label would exceed the maximum number of labels of a prompt. */
export function checkLabelCount({ labels }: PromptLineageRecord, label: string): void {
  const limit = recordLimits.promptLabels;
  if (labels.length < limit || labels.some(({ name }) => name === label)) return;
  throw badInput(
    "label",
    `the prompt has ${labels.length} labels, and at most ${limit} are allowed; remove one first`,
    limit,
  );
}

/** Returns the version that a label refers to; null if there is none. */
export function labeledVersion({ labels }: PromptLineageRecord, label: string): number | null {
  return labels.find(({ name }) => name === label)?.version ?? null;
}
