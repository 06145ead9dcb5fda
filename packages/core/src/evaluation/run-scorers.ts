import { describeError } from "../instrumentation/describe-error.ts";
import type { Scorer, ScorerArguments, ScorerResult, ScorerScore } from "../types/evaluations.ts";
import type { ScoreConstructor } from "../types/scores.ts";

export interface ScorerOutcome {
  readonly scores: readonly ScoreConstructor[];
  /** Error messages of failed scorers, by scorer name. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Returns the default name of the scorer's scores. */
export function scorerName(scorer: { readonly name: string }, index: number): string {
  return scorer.name === "" ? `scorer ${index + 1}` : scorer.name;
}

/** Runs all scorers concurrently. The error of a failed scorer is returned with the scores of the others. */
export async function runScorers<Input, Output, Expected>(
  scorers: readonly Scorer<Input, Output, Expected>[],
  scored: ScorerArguments<Input, Output, Expected>,
): Promise<ScorerOutcome> {
  const outcomes = await Promise.all(
    scorers.map(async (scorer, index) => {
      const name = scorerName(scorer, index);
      try {
        return { name, scores: toScores(name, await scorer(scored)) };
      } catch (error) {
        return { name, error: describeError(error) };
      }
    }),
  );
  const scores = new Map<string, ScoreConstructor>();
  const errors: Record<string, string> = {};
  for (const { name, scores: given = [], error } of outcomes) {
    const taken = given.find((score) => scores.has(score.name));
    if (error !== undefined) errors[name] = error;
    else if (taken !== undefined) errors[name] = `Another scorer returned a score named ${JSON.stringify(taken.name)}.`;
    else for (const score of given) scores.set(score.name, score);
  }
  return { scores: [...scores.values()], errors };
}

function toScores(scorer: string, result: ScorerResult): ScoreConstructor[] {
  if (result === null || result === undefined) return [];
  const list: readonly ScorerScore[] = Array.isArray(result)
    ? result
    : [typeof result === "object" ? (result as ScorerScore) : { value: result }];
  const scores = list.map(({ name = scorer, value, label, comment, type = "CODE" }): ScoreConstructor => {
    const number = Number(value);
    if ((typeof value !== "number" && typeof value !== "boolean") || !Number.isFinite(number)) {
      throw new TypeError(`A score must be a finite number or a boolean, not ${String(value)}`);
    }
    return { name, value: number, type, label, comment, scorer };
  });
  const names = new Set(scores.map(({ name }) => name));
  if (names.size < scores.length) throw new TypeError("A scorer must not return two scores with the same name");
  return scores;
}
