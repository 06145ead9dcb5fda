import type { JsonObject, ScoreConstructor } from "@threadline/core";

/** Input, output and scores of a test. They are stored in the test's metadata for the reporter. */
export interface ScoredTest {
  /** Null if no input was given. */
  readonly input: JsonObject | null;
  readonly output: JsonObject;
  readonly experimentRunId: string | null;
  readonly scores: readonly ScoreConstructor[];
}

const key = "threadline";

export function readScoredTest(meta: object): ScoredTest | undefined {
  return (meta as Record<string, ScoredTest | undefined>)[key]; // `addScores` stores a `ScoredTest`
}

/** Adds scores to a test. A later score replaces an earlier one with the same name, for example on a retry. */
export function addScores(meta: object, scored: ScoredTest): void {
  const before = readScoredTest(meta)?.scores ?? [];
  const names = new Set(scored.scores.map(({ name }) => name));
  const scores = [...before.filter(({ name }) => !names.has(name)), ...scored.scores];
  // Vitest copies the metadata to another process, so the input, output and scores must be JSON.
  (meta as Record<string, unknown>)[key] = JSON.parse(JSON.stringify({ ...scored, scores }));
}
