import type { TimeSeriesDimension } from "../../generated/dashboards.ts";
import type { Condition } from "../logs/filters/condition.ts";
import type { LogResource } from "../logs/log-resource.ts";
import { groupCondition } from "./metric-catalog.ts";
import type { PromptNames } from "./use-prompt-names.ts";

/** Returns the conditions that select the records of a group. Null if the log list has no field for the grouping. */
export function groupConditions({
  groupBy,
  group,
  resource,
  prompts,
}: {
  readonly groupBy: TimeSeriesDimension;
  readonly group: string;
  readonly resource: LogResource;
  readonly prompts: PromptNames;
}): Condition[] | null {
  const prompt = groupBy === "promptId" ? prompts.get(group) : undefined;
  if (prompt !== undefined && resource === "generations") {
    return [
      { field: "promptLineage", operator: "eq", value: prompt.name },
      { field: "promptVersion", operator: "eq", value: prompt.version },
    ];
  }
  const condition = groupCondition(groupBy, resource, group);
  return condition === undefined ? null : [condition];
}
