import { EvaluationError, readPath } from "@threadline/evaluation";
import { providerOf } from "../models/open-model.ts";
import { readTargetView } from "../evaluators/read-target-view.ts";
import { inputTokensOf } from "./call-model.ts";
import type { RequestContext, WorkContext } from "./context.ts";
import type { EvaluatorVersionRecord, JudgeRecord } from "../store/evaluators.ts";

/** Assumed output tokens of a judge: a short reasoning and the answer. */
const outputTokens = 200;

type Estimating = Pick<WorkContext, "now" | "project" | "store">;

/** Estimates the cost of a judgment in US dollars; null without a price. */
export async function estimateJudgment(
  { definition, target }: EvaluatorVersionRecord,
  targetId: string,
  { store, project, now }: Estimating,
): Promise<number | null> {
  const { connectionId, model, messages, inputs, settings } = definition as JudgeRecord;
  const connection = await store.modelConnections.get(project.id, connectionId);
  if (connection === null) return 0;
  const view = await readTargetView(store, project.id, { kind: target, id: targetId }).catch(nullForFailure);
  const values = view === null ? [] : inputs.map(({ path }) => readPath(view, path) ?? null);
  const limit = settings?.["maxOutputTokens"];
  return store.prices.estimate(project.id, {
    provider: providerOf(connection),
    model,
    time: now(),
    inputTokens: inputTokensOf({ model, messages: [...messages, { content: values }] }),
    outputTokens: Math.min(outputTokens, typeof limit === "number" ? limit : outputTokens),
  });
}

/** Averages the estimates of some targets; null without a price. */
export async function averageCost(
  version: EvaluatorVersionRecord,
  targetIds: readonly string[],
  context: Pick<RequestContext, "now" | "project" | "store">,
): Promise<number | null> {
  if (version.kind !== "LLM" || targetIds.length === 0) return 0;
  const costs = await Promise.all(targetIds.map((id) => estimateJudgment(version, id, context)));
  return costs.reduce(
    (sum, cost) => (sum === null || cost === null ? null : sum + cost / costs.length),
    0 as number | null,
  );
}

/** Returns null for a target that cannot be evaluated. Throws other errors. */
function nullForFailure(error: unknown): null {
  if (error instanceof EvaluationError) return null;
  throw error;
}
