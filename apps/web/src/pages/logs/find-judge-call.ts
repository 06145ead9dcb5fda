import { request } from "../../api/request.ts";
import { judgeCall } from "../../generated/judge-call.ts";

export function readJudgeCallSearch({ until }: Record<string, unknown>): { readonly until?: string } {
  return typeof until === "string" && !Number.isNaN(Date.parse(until)) ? { until } : {};
}

/**
 * Returns the id of the step that recorded a judge's latest model call for a score; null if there is none. If `until`
 * is set, calls after that time are ignored.
 */
export async function findJudgeCall(
  projectId: string,
  scoreId: string,
  until: string | undefined,
): Promise<string | null> {
  const filters = [
    { field: "environment", operator: "eq", value: "experiment" },
    { field: "metadata", path: "scoreId", operator: "eq", value: scoreId },
    ...(until === undefined ? [] : [{ field: "createdAt", operator: "lte", value: until } as const]),
  ] as const;
  const { steps } = await request({ projectId, operation: judgeCall, variables: { filters: [...filters] } });
  return steps.edges[0]?.node.id ?? null;
}
