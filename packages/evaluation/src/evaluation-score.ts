/** Result of an evaluator for one target. */
export interface EvaluationScore {
  /** A finite number; from 0 (worst) to 1 (best) unless the score's schema says otherwise. */
  readonly value: number;
  /** Name of the value, such as a category. */
  readonly label?: string | undefined;
  /** Reasoning, for people. */
  readonly comment?: string | undefined;
}
