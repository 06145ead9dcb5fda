export interface NewRuleSearch {
  /** Id of the evaluator version that the form preselects. Default: the latest version of the first evaluator. */
  readonly evaluator?: string;
}

export function readNewRuleSearch({ evaluator }: Record<string, unknown>): NewRuleSearch {
  return typeof evaluator === "string" && evaluator !== "" ? { evaluator } : {};
}
