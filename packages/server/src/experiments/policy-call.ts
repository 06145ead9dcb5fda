import type { WorkContext } from "../resolvers/context.ts";
import { modelOfVersion } from "../resolvers/estimate-judgment.ts";
import { scoreId } from "../resolvers/evaluate-target.ts";
import type { EvaluatorVersionRecord } from "../store/evaluators.ts";
import type { PolicyCall } from "./failure-policy.ts";

export function policyCallOf(
  version: EvaluatorVersionRecord,
  targetId: string,
  { project: { id } }: Pick<WorkContext, "project">,
): PolicyCall {
  return {
    connection: `${id} ${modelOfVersion(version)?.connectionId ?? ""}`,
    item: `${id} ${scoreId(version, targetId)}`,
  };
}
