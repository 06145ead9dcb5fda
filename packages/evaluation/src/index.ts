export type { EvaluationScore } from "./evaluation-score.ts";
export type { MessageView, StepView, TargetView, ThreadView } from "./target-view.ts";
