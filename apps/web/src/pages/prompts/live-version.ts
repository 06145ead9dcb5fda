import type { PromptLineage } from "./prompt-lineage.ts";
import { usualLabels } from "./usual-labels.ts";

/**
 * Returns the number of the version with the production label or, without one, of the champion version. Null if there
 * is neither.
 */
export function liveVersion({ labels, championVersion }: PromptLineage): number | null {
  return labels.find(({ name }) => name === usualLabels[0])?.version ?? championVersion;
}
