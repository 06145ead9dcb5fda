import { JsonObject, ScorerResult, Threadline, ThreadlineOptions } from "@threadline/core";
import { Matcher } from "vitest";
import { Reporter, TestModule } from "vitest/node";

// src/score-matchers.d.ts
type ScoreOperator = "<" | "<=" | "==" | ">" | ">=";
/** Data about the scored output. The scorer receives all fields except `experimentRunId`. */
interface ToScoreContext {
  input?: unknown;
  /** Expected output, if the scorer needs one. */
  expected?: unknown;
  metadata?: JsonObject | undefined;
  /** Id of the step that recorded the run, for example the id of `client.experimentItemRun()`. */
  experimentRunId?: string | undefined;
}
/** A scorer for any types. The test must pass an output that fits the scorer. */
type AnyScorer = (scored: never) => ScorerResult | Promise<ScorerResult>;
interface ScoreMatchersOptions {
  /** Scorers that tests refer to by name. */
  scorers?: Readonly<Record<string, AnyScorer>> | undefined;
}
/**
* Checks the score of an output. The scorer is one of `scorers` by name, or a function. Resolves when the output is
* scored.
*/
type ToScore = (scorer: string | AnyScorer, operator: ScoreOperator, limit: number, context?: ToScoreContext) => Promise<void>;
declare module "vitest" {
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
declare function scoreMatchers({
  scorers
}?: ScoreMatchersOptions): {
  toScore: Matcher;
};
interface ThreadlineReporterOptions {
  /** A client, or its options. Default: a client that is configured by environment variables. */
  client?: Threadline | ThreadlineOptions | undefined;
  /** Name of the experiment. Default: `vitest`. */
  name?: string | undefined;
  /** Parameters of the experiment, which the UI shows. */
  params?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}
/**
* Stores a test run as an experiment: one item for each test that `toScore` scored, even if the test failed. Nothing is
* stored for a run without scores. Errors of the reporter are printed and do not fail the run.
*
* @example
* ```ts no-run: needs Vitest
* import { ThreadlineReporter } from "@threadline/vitest";
* import { defineConfig } from "vitest/config";
*
* export default defineConfig({ test: { reporters: ["default", new ThreadlineReporter({ name: "answers" })] } });
* ```
*/
declare class ThreadlineReporter implements Reporter {
  #private;
  constructor(options?: ThreadlineReporterOptions);
  onTestRunEnd(modules: readonly TestModule[]): Promise<void>;
}
export { type AnyScorer, type ScoreMatchersOptions, type ScoreOperator, ThreadlineReporter, type ThreadlineReporterOptions, type ToScore, type ToScoreContext, scoreMatchers };