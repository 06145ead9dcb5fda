import { readJudgeStates } from "../evaluators/judge-states.ts";
import { readQuery } from "../records/query.ts";
import type { AlertRecord } from "../store/alerts.ts";
import type { ListFilter } from "../store/list.ts";

export type JudgeReads = Parameters<typeof readJudgeStates>[0];

/**
 * Whether the judges whose scores an alert or one of its groups monitors are measured ({@link readJudgeStates}). True
 * if the alert does not require this.
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

/** Returns the values of a field that conditions select; null if they do not restrict the field. */
function selectedValues(conditions: readonly (AlertRecord["filters"][number] | ListFilter)[], field: string) {
  const values = conditions.flatMap((condition) => {
    if (!("field" in condition) || condition.field !== field) return [];
    if (condition.operator !== "eq" && condition.operator !== "in") return [];
    return [condition.value].flat().map(String);
  });
  return values.length === 0 ? null : values;
}
