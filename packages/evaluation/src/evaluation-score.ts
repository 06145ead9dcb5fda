export interface EvaluationScore {
  /** A finite number. From 0 (worst) to 1 (best), unless the schema of the score says otherwise. */
  readonly value: number;
  /** Name for the value, such as a category. */
  readonly label?: string | undefined;
  /** Explanation of the value. */
  readonly comment?: string | undefined;
}
