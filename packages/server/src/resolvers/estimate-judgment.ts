import { EvaluationError, readPath, type TargetView } from "@threadline/evaluation";
import type { JsonValue } from "../json/json-value.ts";
import { providerOf } from "../models/open-model.ts";
import { readTargetView } from "../evaluators/read-target-view.ts";
import { embeddingTokensOf, inputTokensOf } from "./estimate-tokens.ts";
import type { RequestContext, WorkContext } from "./context.ts";
import { callsModel, readEmbeddingModel } from "../records/evaluators.ts";
import type { BuiltInRecord, EvaluatorVersionRecord, JudgeRecord } from "../store/evaluators.ts";

/** Assumed output tokens of a judge: a short reasoning and the answer. */
const outputTokens = 200;

type Estimating = Pick<WorkContext, "now" | "project" | "store">;

/** Connection and model that an evaluator version calls; null if it calls none. */
export function modelOfVersion({
  kind,
  definition,
}: Pick<EvaluatorVersionRecord, "definition" | "kind">): Pick<JudgeRecord, "connectionId" | "model"> | null {
  if (kind === "LLM") return definition as JudgeRecord;
  if (kind === "CODE") return null;
  const { scorer, options } = definition as BuiltInRecord;
  return callsModel(scorer) ? readEmbeddingModel(options, "options") : null;
}

/** Estimates the cost of a judgment in US dollars; 0 without a model, null without a price. */
export async function estimateJudgment(
  version: EvaluatorVersionRecord,
  targetId: string,
  { store, project, now }: Estimating,
): Promise<number | null> {
  const called = modelOfVersion(version);
  if (called === null) return 0;
  const connection = await store.modelConnections.get(project.id, called.connectionId);
  if (connection === null) return 0;
  const view = await readTargetView(store, project.id, { kind: version.target, id: targetId }).catch(nullForFailure);
  const price = { provider: providerOf(connection), model: called.model, time: now() };
  return store.prices.estimate(project.id, { ...price, ...tokensOf(version, view) });
}

function tokensOf(
  { kind, definition }: EvaluatorVersionRecord,
  view: TargetView | null,
): { readonly inputTokens: number; readonly outputTokens: number } {
  const read = (path: string): JsonValue => (view === null ? null : (readPath(view, path) ?? null));
  if (kind !== "LLM") {
    const { output = "output", expected = "expected" } = (definition as BuiltInRecord).options;
    const texts = [output, expected].map((path) => JSON.stringify(read(String(path))));
    return { inputTokens: embeddingTokensOf(texts), outputTokens: 0 };
  }
  const { model, messages, inputs, settings, examples } = definition as JudgeRecord;
  const limit = settings?.["maxOutputTokens"];
  const content = inputs.map(({ path }) => read(path));
  return {
    inputTokens: inputTokensOf({
      model,
      messages: [...messages, { content: [JSON.stringify(examples ?? []), content] }],
    }),
    outputTokens: Math.min(outputTokens, typeof limit === "number" ? limit : outputTokens),
  };
}

/** Averages the estimated costs of judging the targets, in US dollars; null without a price. */
export async function averageCost(
  version: EvaluatorVersionRecord,
  targetIds: readonly string[],
  context: Pick<RequestContext, "now" | "project" | "store">,
): Promise<number | null> {
  if (modelOfVersion(version) === null || targetIds.length === 0) return 0;
  const costs = await Promise.all(targetIds.map((id) => estimateJudgment(version, id, context)));
  return costs.reduce(
    (sum, cost) => (sum === null || cost === null ? null : sum + cost / costs.length),
    0 as number | null,
  );
}

function nullForFailure(error: unknown): null {
  if (error instanceof EvaluationError) return null;
  throw error;
}
