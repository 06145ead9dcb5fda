import { readJudgeStates } from "../evaluators/judge-states.ts";
import { readQuery } from "../records/query.ts";
import type { AlertRecord } from "../store/alerts.ts";
import type { ListFilter } from "../store/list.ts";

export type JudgeReads = Parameters<typeof readJudgeStates>[0];

/**
 * Whether all judges whose scores an alert evaluates have enough recent human labels; see {@link readJudgeStates}.
 * Always true if the alert does not require such labels.
 */
export async function isJudgeMeasured(
  store: JudgeReads,
  projectId: string,
  { requiresMeasuredJudge, metric, resource, filters, query, groupBy }: AlertRecord,
  { group, now }: { readonly group: string | null; readonly now: number },
): Promise<boolean> {
  if (!requiresMeasuredJudge || !metric.startsWith("score")) return true;
  const conditions = resource === "scores" ? [...filters, ...readQuery("scores", query, now)] : [];
  const names = groupBy === "scoreName" && group !== null ? [group] : selectedValues(conditions, "name");
  const versionIds = selectedValues(conditions, "evaluatorVersionId");
  const states = await readJudgeStates(store, projectId, { scoreNames: names, now });
  return states
    .filter(({ version }) => versionIds === null || versionIds.includes(version.id))
    .every(({ measured }) => measured === "MEASURED");
}

function selectedValues(conditions: readonly (AlertRecord["filters"][number] | ListFilter)[], field: string) {
  const values = conditions.flatMap((condition) => {
    if (!("field" in condition) || condition.field !== field) return [];
    if (condition.operator !== "eq" && condition.operator !== "in") return [];
    return [condition.value].flat().map(String);
  });
  return values.length === 0 ? null : values;
}
