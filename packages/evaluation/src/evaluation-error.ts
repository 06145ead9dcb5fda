/** Why a target got no score. */
export type EvaluationProblem =
  /** The evaluator itself: a path, an option, a template, or a pattern. */
  | "definitionInvalid"
  /** The target lacks a value that the evaluator reads, or has one of another kind. */
  | "inputInvalid"
  /** The output of the model or the code is not a score. */
  | "resultInvalid"
  | "codeFailed"
  /** A limit on time, memory or size. */
  | "limitExceeded"
  | "modelFailed"
  | "canceled";

/** An evaluation that has no score. The message is for people, and names the path or option at fault. */
export class EvaluationError extends Error {
  readonly problem: EvaluationProblem;

  constructor(problem: EvaluationProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EvaluationError";
    this.problem = problem;
  }
}
