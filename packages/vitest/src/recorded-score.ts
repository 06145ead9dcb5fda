import type { JsonObject, ScoreConstructor } from "@threadline/core";

/** Output and scores of a test. They are in the metadata that the reporter reads. */
export interface ScoredTest {
  /** Null if no input was given. */
  readonly input: JsonObject | null;
  readonly output: JsonObject;
  readonly experimentRunId: string | null;
  readonly scores: readonly ScoreConstructor[];
}

/** Key of the scored test in the metadata of a test. */
const key = "threadline";

export function readScoredTest(meta: object): ScoredTest | undefined {
  return (meta as Record<string, ScoredTest | undefined>)[key]; // written by `addScores`
}

/**
 * Adds scores to those that the test has. A later score replaces an earlier one with the same name, for example on a
 * retry.
 */
export function addScores(meta: object, scored: ScoredTest): void {
  const before = readScoredTest(meta)?.scores ?? [];
  const names = new Set(scored.scores.map(({ name }) => name));
  const scores = [...before.filter(({ name }) => !names.has(name)), ...scored.scores];
  // Vitest copies the metadata to another process.
  (meta as Record<string, unknown>)[key] = JSON.parse(JSON.stringify({ ...scored, scores }));
}
