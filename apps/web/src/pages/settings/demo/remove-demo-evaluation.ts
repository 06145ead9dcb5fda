import { request } from "../../../api/request.ts";
import { removeStep } from "../../../generated/bulk.ts";
import { removeConnection } from "../../../generated/connections.ts";
import { demoEvaluation, demoSteps } from "../../../generated/demo.ts";
import { removeEvaluationRule } from "../../../generated/evaluation-rules.ts";
import { removeEvaluator } from "../../../generated/evaluators.ts";
import { removeReviewQueue } from "../../../generated/review-queues.ts";
import type { Operation } from "../../../operation.ts";
import { demoConnectionHeader, isDemoFilter, isNamedAsDemo } from "./demo-mark.ts";

/**
 * Removes what the demo uses for evaluation: its review queue, evaluation rule, evaluators and model connection. An
 * evaluator stays if an evaluation rule outside the demo uses it. The connection stays if a remaining evaluator uses
 * it.
 */
export async function removeDemoEvaluation(projectId: string | null, mayRemoveConnection: boolean): Promise<void> {
  const read = <Result, Variables>(operation: Operation<Result, Variables>, variables: Variables) =>
    request({ projectId, operation, variables });
  const { evaluators, evaluationRules, reviewQueues, modelConnections } = await read(demoEvaluation, {});
  for (const { id, name, filters } of reviewQueues) {
    if (isNamedAsDemo(name) && filters.some(isDemoFilter)) await read(removeReviewQueue, { id });
  }
  const usedVersions = new Set<string>();
  for (const { id, name, filters, evaluatorVersionId } of evaluationRules) {
    if (isNamedAsDemo(name) && filters.some(isDemoFilter)) await read(removeEvaluationRule, { id });
    else usedVersions.add(evaluatorVersionId);
  }
  const usedConnections = new Set<string>();
  for (const { id, description, latestVersion, versions } of evaluators) {
    if (!isNamedAsDemo(description) || versions.some((version) => usedVersions.has(version.id))) {
      if (latestVersion.judge) usedConnections.add(latestVersion.judge.connectionId);
      continue;
    }
    for (const version of versions) await removeCalls(version.id);
    await read(removeEvaluator, { id });
  }
  for (const { id, headerNames } of mayRemoveConnection ? modelConnections : []) {
    if (headerNames.includes(demoConnectionHeader) && !usedConnections.has(id)) await read(removeConnection, { id });
  }

  async function removeCalls(versionId: string): Promise<void> {
    const filters = [
      { field: "metadata" as const, path: "evaluatorVersionId", operator: "eq" as const, value: versionId },
    ];
    for (;;) {
      const { edges } = (await read(demoSteps, { filters })).steps;
      if (edges.length === 0) return;
      for (const { node } of edges) await read(removeStep, { id: node.id });
    }
  }
}
