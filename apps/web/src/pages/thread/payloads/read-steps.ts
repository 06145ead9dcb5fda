import { request } from "../../../api/request.ts";
import { stepPayloads } from "../../../generated/thread.ts";
import type { Payload } from "./payload-cache.ts";

export async function readSteps(projectId: string, ids: readonly string[]): Promise<Payload[]> {
  const answer = await request({
    projectId,
    operation: stepPayloads,
    variables: { ids: [...ids], first: ids.length },
  });
  return answer.steps.edges.map(({ node }) => node);
}
