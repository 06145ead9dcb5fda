import type { JsonObject, Scorer, ScorerResult } from "@threadline/core";
import { runScorers, toStored } from "@threadline/core/internal";
import type { Matcher } from "vitest";
import { addScores } from "./recorded-score.ts";

export type ScoreOperator = "<" | "<=" | "==" | ">" | ">=";

/** Data about the scored output. The scorer receives all fields except `experimentRunId`. */
export interface ToScoreContext {
  input?: unknown;
  /** Expected output, if the scorer needs one. */
  expected?: unknown;
  metadata?: JsonObject | undefined;
  /** Id of the step that recorded the run, for example the id of `client.experimentItemRun()`. */
  experimentRunId?: string | undefined;
}

/** A scorer for any types. The test must pass an output that fits the scorer. */
export type AnyScorer = (scored: never) => ScorerResult | Promise<ScorerResult>;

export interface ScoreMatchersOptions {
  /** Scorers that tests refer to by name. */
  scorers?: Readonly<Record<string, AnyScorer>> | undefined;
}

/**
 * Checks the score of an output. The scorer is one of `scorers` by name, or a function. Resolves when the output is
 * scored.
 */
export type ToScore = (
  scorer: string | AnyScorer,
  operator: ScoreOperator,
  limit: number,
  context?: ToScoreContext,
) => Promise<void>;

declare module "vitest" {
  // oxlint-disable-next-line typescript/no-unused-vars -- parameters of the extended interface
  interface Matchers<R, T> {
    toScore: ToScore;
  }
}

/**
 * Creates the matcher `toScore` for `expect.extend`. A test fails if its scorer fails or gives no score.
 *
 * @example
 * ```ts no-run: needs Vitest
 * import { scoreMatchers } from "@threadline/vitest";
 * import { expect, test } from "vitest";
 *
 * expect.extend(
 *   scoreMatchers({ scorers: { correctness: ({ output, expected }) => output === expected } }),
 * );
 *
 * test("capital of France", async () => {
 *   await expect("Paris").toScore("correctness", ">=", 0.8, { input: "France", expected: "Paris" });
 * });
 * ```
 */
export function scoreMatchers({ scorers = {} }: ScoreMatchersOptions = {}): { toScore: Matcher } {
  return {
    async toScore(
      received: unknown,
      scorer: Parameters<ToScore>[0],
      operator: ScoreOperator,
      limit: number,
      given: ToScoreContext = {},
    ) {
      const name = typeof scorer === "string" ? scorer : scorer.name || "score";
      const run = typeof scorer === "string" ? scorers[scorer] : scorer;
      if (run === undefined) {
        throw new TypeError(
          `toScore: unknown scorer ${JSON.stringify(name)}; known scorers: ${Object.keys(scorers).join(", ") || "none"}`,
        );
      }
      const { input, expected, metadata = {}, experimentRunId = null } = given;
      const named = Object.defineProperty(run.bind(undefined), "name", { value: name });
      const { scores, errors } = await runScorers([named as Scorer<unknown, unknown, unknown>], {
        input,
        output: received,
        expected,
        metadata,
      });
      const [error] = Object.values(errors);
      if (error !== undefined) throw new Error(`toScore: the scorer ${name} failed: ${error}`);
      const value = scores.find((score) => score.name === name)?.value;
      if (this.task !== undefined) {
        addScores(this.task.meta, {
          input: input === undefined ? null : toStored("input", input),
          output: toStored("output", received),
          experimentRunId,
          scores,
        });
      }
      return {
        pass: value !== undefined && compare(value, operator, limit),
        message: () =>
          `expected the score ${name} ${this.isNot ? "not " : ""}to be ${operator} ${limit}, but it is ${value ?? "missing"}`,
        actual: value,
        expected: limit,
      };
    },
  };
}

function compare(value: number, operator: ScoreOperator, limit: number): boolean {
  switch (operator) {
    case "<":
      return value < limit;
    case "<=":
      return value <= limit;
    case "==":
      return value === limit;
    case ">":
      return value > limit;
    case ">=":
      return value >= limit;
    default:
      throw new TypeError(`toScore: unknown operator ${String(operator)}; use <, <=, ==, > or >=`);
  }
}
