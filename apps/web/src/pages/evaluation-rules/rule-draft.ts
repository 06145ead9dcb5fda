import type {
  AddEvaluationRuleMutationVariables,
  EvaluationRuleFieldsFragment,
} from "../../generated/evaluation-rules.ts";
import { numberText, parseNumber } from "../../ui/number-text.ts";
import { conditionsOf } from "../logs/log-conditions.ts";
import type { LogSearch } from "../logs/log-search.ts";
import { searchField } from "../logs/search-field.ts";

export type RuleInput = AddEvaluationRuleMutationVariables["rule"];
export type RuleTarget = "STEP" | "RUN" | "THREAD";

export interface RuleDraft {
  readonly name: string;
  readonly evaluatorVersionId: string;
  readonly search: LogSearch;
  /** Percentage. */
  readonly sampleRate: string;
  /** Seconds that must pass without new data of a record before the rule judges the record. Empty for the default. */
  readonly quietSeconds: string;
  readonly dailySpendLimit: string;
  readonly mode: RuleInput["mode"] & string;
}

export const emptyDraft: RuleDraft = {
  name: "",
  evaluatorVersionId: "",
  search: {},
  sampleRate: "100",
  quietSeconds: "",
  dailySpendLimit: "",
  mode: "DRY_RUN",
};

export const defaultQuietSeconds: Readonly<Record<RuleTarget, string>> = { STEP: "10", RUN: "30", THREAD: "300" };

export function draftOf(rule: EvaluationRuleFieldsFragment): RuleDraft {
  const filters = rule.filters.map(({ path, ...filter }) => ({ ...filter, ...(path !== null && { path }) }));
  return {
    name: rule.name,
    evaluatorVersionId: rule.evaluatorVersionId,
    search: { ...(filters.length > 0 && { filters }), ...(rule.query !== null && { query: rule.query }) },
    sampleRate: numberText(rule.sampleRate * 100),
    quietSeconds: numberText(rule.quietSeconds),
    dailySpendLimit: rule.dailySpendLimit === null ? "" : numberText(rule.dailySpendLimit),
    mode: rule.mode,
  };
}

export function logResourceOf(target: RuleTarget) {
  return target === "THREAD" ? "threads" : "steps";
}

/** Returns the rule; null if a number is not valid. */
export function readDraft(draft: RuleDraft, target: RuleTarget): RuleInput | null {
  const [rate, quiet, limit] = [draft.sampleRate, draft.quietSeconds, draft.dailySpendLimit].map((text) =>
    text.trim() === "" ? null : (parseNumber(text) ?? Number.NaN),
  );
  if ([rate, quiet, limit].some((number) => Number.isNaN(number))) return null;
  const resource = logResourceOf(target);
  return {
    name: draft.name,
    evaluatorVersionId: draft.evaluatorVersionId,
    filters: conditionsOf(draft.search, { textField: searchField(resource), now: 0, resource }),
    query: draft.search.query ?? null,
    sampleRate: rate == null ? null : rate / 100,
    quietSeconds: quiet == null ? null : Math.round(quiet),
    dailySpendLimit: limit ?? null,
    mode: draft.mode,
  };
}
