export {
  type AnyScorer,
  scoreMatchers,
  type ScoreMatchersOptions,
  type ScoreOperator,
  type ToScore,
  type ToScoreContext,
} from "./score-matchers.ts";
export { ThreadlineReporter, type ThreadlineReporterOptions } from "./threadline-reporter.ts";
