import { type HiddenScores, useThreadPage } from "./thread-context.ts";

interface ComparedScore {
  readonly name: string;
  readonly type: string;
}

/** Returns the scores without those that a reviewer must not see. */
export function shownScores<Score extends ComparedScore>(
  scores: readonly Score[],
  hidden: HiddenScores | undefined,
): readonly Score[] {
  if (hidden === undefined) return scores;
  if (hidden === "all") return [];
  return scores.filter(({ name, type }) => type === "HUMAN" || !hidden.has(name));
}

/**
 * Returns the scores without those that the reviewer must not see. Only works in components of a thread's page or
 * panel.
 */
export function useShownScores<Score extends ComparedScore>(scores: readonly Score[]): readonly Score[] {
  const { panel } = useThreadPage();
  return shownScores(scores, panel?.hiddenScores);
}
