export { EvaluationError, type EvaluationProblem, ModelCallError } from "./evaluation-error.ts";
export type { EvaluationScore } from "./evaluation-score.ts";
export { judgeAnswerSchema, readJudgeAnswer } from "./judges/judge-answer.ts";
export type { JudgeAnswer, JudgeDefinition, JudgeExample, JudgeLabel } from "./judges/judge-definition.ts";
export { type JudgeTemplate, judgeTemplates } from "./judges/judge-templates.ts";
export { renderJudgeMessages, renderPromptMessages } from "./judges/render-judge-messages.ts";
export { parsePath, type PathSegment } from "./parse-path.ts";
export { readPath } from "./read-path.ts";
export {
  type BuiltInDefinition,
  type CodeDefinition,
  type EvaluationFailure,
  type EvaluationOutcome,
  type EvaluatorDefinition,
  type EvaluatorServices,
  type JudgeCall,
  type JudgeReply,
  runEvaluator,
} from "./run-evaluator.ts";
export { builtInScorers, checkScorer, runScorer } from "./scorers/built-in-scorers.ts";
export { contains, type ContainsOptions } from "./scorers/contains.ts";
export { editDistance, type EditDistanceOptions } from "./scorers/edit-distance.ts";
export { embeddingSimilarity, type EmbeddingSimilarityOptions } from "./scorers/embedding-similarity.ts";
export { exactMatch, type ExactMatchOptions } from "./scorers/exact-match.ts";
export { jsonSchema, type JsonSchemaOptions } from "./scorers/json-schema.ts";
export { numericCloseness, type NumericClosenessOptions } from "./scorers/numeric-closeness.ts";
export { regularExpression, type RegularExpressionOptions } from "./scorers/regular-expression.ts";
export type { Embed, OptionSchema, OptionsSchema, Scorer, ScorerContext } from "./scorers/scorer.ts";
export { toolCalls, type ToolCallsOptions } from "./scorers/tool-calls.ts";
export { trajectory, type TrajectoryOptions } from "./scorers/trajectory.ts";
export { validJson, type ValidJsonOptions } from "./scorers/valid-json.ts";
export type { MessageView, StepView, TargetView, ThreadView } from "./target-view.ts";
export { validateJson } from "./validate-json.ts";
