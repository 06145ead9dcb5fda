import type { PromptLineageRecord } from "../store/prompts.ts";
import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import { readText } from "./text.ts";

/** Label of the newest version, which is not stored. */
export const latestLabel = "latest";

export function readPromptLabel(label: string): string {
  if (label.trim() === "") throw badInput("label", "must not be empty");
  if (label === latestLabel) throw badInput("label", "`latest` always names the newest version, and cannot be set");
  return readText("label", label, recordLimits.promptLabelLength);
}

/** Rejects a label beyond those that a prompt can have. */
export function checkLabelCount({ labels }: PromptLineageRecord, label: string): void {
  const limit = recordLimits.promptLabels;
  if (labels.length < limit || labels.some(({ name }) => name === label)) return;
  throw badInput(
    "label",
    `the prompt has ${labels.length} labels, and at most ${limit} are allowed; remove one first`,
    limit,
  );
}

/** Version that a label names; null if none. */
export function labeledVersion({ labels }: PromptLineageRecord, label: string): number | null {
  return labels.find(({ name }) => name === label)?.version ?? null;
}
