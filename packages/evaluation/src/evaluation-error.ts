export type EvaluationProblem =
  /** The evaluator itself is not valid: a path, an option, a template or a pattern. */
  | "definitionInvalid"
  /** The target lacks a value that the evaluator reads, or the value has a different type. */
  | "inputInvalid"
  /** The model or the code returned something that is not a score. */
  | "resultInvalid"
  | "codeFailed"
  /** The evaluation exceeded a limit on time, memory or size. */
  | "limitExceeded"
  | "modelFailed"
  | "canceled";

/** Thrown if an evaluation fails, so that there is no score. The message states the cause. */
export class EvaluationError extends Error {
  readonly problem: EvaluationProblem;

  constructor(problem: EvaluationProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EvaluationError";
    this.problem = problem;
  }
}

/** Thrown if a model call of an evaluation failed. */
export class ModelCallError extends EvaluationError {
  readonly modelProblem: string;

  constructor(failure: { readonly problem: string; readonly message: string }) {
    super("modelFailed", failure.message);
    this.modelProblem = failure.problem;
  }
}
