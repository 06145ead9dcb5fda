import { type HiddenScores, useThreadPage } from "./thread-context.ts";

interface ComparedScore {
  readonly name: string;
  readonly type: string;
}

/**
 * Removes the hidden scores from a list. `all` hides every score. A set of names hides the scores with these names,
 * except those by humans.
 */
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
