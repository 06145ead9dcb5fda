import { request } from "../../api/request.ts";
import { judgeCall } from "../../generated/judge-call.ts";

/** Returns the id of the step that recorded the latest call of a judge for a score; null if there is none. */
export async function findJudgeCall(projectId: string, scoreId: string): Promise<string | null> {
  const filters = [
    { field: "environment", operator: "eq", value: "experiment" },
    { field: "metadata", path: "scoreId", operator: "eq", value: scoreId },
  ] as const;
  const { steps } = await request({ projectId, operation: judgeCall, variables: { filters: [...filters] } });
  return steps.edges[0]?.node.id ?? null;
}
