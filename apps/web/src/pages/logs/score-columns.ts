/**
 * Column with the scores of one name. A stored layout has entries such as `name:150`, where a colon separates column
 * and width. The score name is URI-encoded, so that it contains no colon.
 */
export type ScoreColumn = `score.${string}`;

const prefix = "score.";

export function scoreColumn(name: string): ScoreColumn {
  return `${prefix}${encodeURIComponent(name)}`;
}

export function isScoreColumn(column: string): column is ScoreColumn {
  return column.startsWith(prefix) && scoreNameIn(column) !== "";
}

/** Returns the score name of a column; an empty string for other columns. */
export function scoreNameIn(column: string): string {
  try {
    return column.startsWith(prefix) ? decodeURIComponent(column.slice(prefix.length)) : "";
  } catch {
    return "";
  }
}

interface NamedScore {
  readonly name: string;
  readonly value: number;
  readonly label: string | null;
}

/** Summarizes the scores with a name; null if there are none. */
export function scoresOfName(
  scores: readonly NamedScore[] = [],
  name: string,
): { readonly average: number; readonly count: number; readonly labels: readonly string[] } | null {
  const named = scores.filter((score) => score.name === name);
  if (named.length === 0) return null;
  const sum = named.reduce((total, { value }) => total + value, 0);
  const labels = new Set(named.flatMap(({ label }) => (label === null ? [] : [label])));
  return { average: sum / named.length, count: named.length, labels: [...labels] };
}
