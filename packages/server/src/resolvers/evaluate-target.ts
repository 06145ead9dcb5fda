import {
  EvaluationError,
  type EvaluationOutcome,
  type JudgeCall,
  type JudgeReply,
  ModelCallError,
  runEvaluator,
  type TargetView,
} from "@threadline/evaluation";
import { evaluatorPurpose, readTargetView } from "../evaluators/read-target-view.ts";
import { toDefinition } from "../evaluators/to-definition.ts";
import type { CallUsage, EmbeddingOutcome, ModelFailure, ModelProblem } from "../models/model-call.ts";
import { RecordError } from "../records/errors.ts";
import { readEmbeddingModel } from "../records/evaluators.ts";
import { deriveId } from "../records/ids.ts";
import { recordLimits } from "../records/limits.ts";
import { toStorableText } from "../records/text.ts";
import type { BuiltInRecord, EvaluatorTarget, EvaluatorVersionRecord, JudgeRecord } from "../store/evaluators.ts";
import type { ScoreWrite } from "../store/scores.ts";
import { callModel, embedTexts, type RecordedCall, unsent } from "./call-model.ts";
import type { WorkContext } from "./context.ts";
import type { ResolversTypes } from "./resolver-types.ts";

type Evaluation = Awaited<ResolversTypes["Evaluation"]>;

/** An evaluator version to run, which need not be stored. */
export type Runnable = Pick<EvaluatorVersionRecord, "definition" | "kind" | "target">;

export interface EvaluatedTarget {
  readonly evaluation: Evaluation;
  /** Null if the target is unknown. */
  readonly outcome: EvaluationOutcome | null;
  /** Failure of the model call; null without one. */
  readonly modelFailure: ModelFailure | null;
}

/**
 * Returns the id of the score of a target. If a version evaluates the same target again, the id is the same. The new
 * score then replaces the earlier one.
 */
export function scoreId({ id, target }: EvaluatorVersionRecord, targetId: string): string {
  return deriveId(["evaluation", id, target, targetId]);
}

/** Evaluates one target. `resultId` is the id of the score to store. */
export async function evaluateTarget(
  version: Runnable & { readonly id?: string },
  targetId: string,
  context: WorkContext,
  resultId?: string,
): Promise<EvaluatedTarget> {
  const startedAt = performance.now();
  const calls: Pick<
    RecordedCall<{ readonly usage: Pick<CallUsage, "input" | "output">; readonly failure: ModelFailure | null }>,
    "outcome" | "step"
  >[] = [];
  const metadata = {
    evaluatorVersionId: version.id ?? null,
    scoreId: resultId ?? null,
    target: version.target,
    targetId,
  };
  const outcome = await readView(version.target, targetId, context).then((view) =>
    view === null || "failure" in view
      ? view
      : runEvaluator(toDefinition(version), view, {
          callModel: async (call, signal) => {
            const recorded = await callJudge(version.definition as JudgeRecord, { call, metadata, signal }, context);
            calls.push(recorded);
            return replyOf(recorded);
          },
          embed: async (texts, signal) => {
            const recorded = await embed(version.definition as BuiltInRecord, { texts, metadata, signal }, context);
            calls.push(recorded);
            const { failure, vectors } = recorded.outcome;
            if (failure) throw new ModelCallError(failure);
            return vectors;
          },
          runCode: (...given) => context.code.runCode(...given),
          runScorer: (...given) => context.code.runScorer(...given),
          signal: context.signal,
        }),
  );
  const { score, failure } = outcome ?? { score: null, failure: unknownTarget(version.target, targetId) };
  const [call] = calls;
  const evaluation: Evaluation = {
    targetId,
    target: { targetId, target: version.target },
    value: score?.value ?? null,
    label: score?.label ?? null,
    comment: score?.comment ?? null,
    problem: failure?.problem ?? null,
    message: failure?.message ?? null,
    modelProblem: modelProblemOf(failure),
    inputTokenCount: call?.outcome.usage.input ?? null,
    outputTokenCount: call?.outcome.usage.output ?? null,
    cost: call?.step?.generation?.cost ?? null,
    durationMs: performance.now() - startedAt,
    stepId: call?.step?.id ?? null,
    score: null,
  };
  return { evaluation, outcome, modelFailure: call?.outcome.failure ?? null };
}

const targetNames: Readonly<Record<EvaluatorTarget, string>> = {
  STEP: "step",
  RUN: "step",
  THREAD: "thread",
  EXPERIMENT_ITEM: "experiment item",
};

function unknownTarget(target: EvaluatorTarget, id: string) {
  return { problem: "targetNotFound", message: `The ${targetNames[target]} "${id}" does not exist` } as const;
}

function modelProblemOf(failure: object | null): ModelProblem | null {
  // Only the failure of a model call has a `modelProblem`.
  return failure !== null && "modelProblem" in failure ? (failure.modelProblem as ModelProblem) : null;
}

/**
 * Reads the content of a target for an evaluation. Null if the target does not exist. If it cannot be evaluated,
 * returns the failure.
 */
async function readView(
  kind: EvaluatorTarget,
  id: string,
  { store, project }: WorkContext,
): Promise<TargetView | Extract<EvaluationOutcome, { readonly score: null }> | null> {
  try {
    return await readTargetView(store, project.id, { kind, id });
  } catch (error) {
    if (error instanceof EvaluationError) {
      return { score: null, failure: { problem: error.problem, message: error.message } };
    }
    if (error instanceof RecordError && error.code === "ANSWER_TOO_LARGE") {
      return {
        score: null,
        failure: {
          problem: "limitExceeded",
          message: "The targets are too large in total; evaluate fewer in one request",
        },
      };
    }
    throw error;
  }
}

async function callJudge(
  { connectionId, model, settings, promptId }: JudgeRecord,
  {
    call,
    metadata,
    signal,
  }: {
    readonly call: JudgeCall;
    readonly metadata: Record<string, string | null>;
    readonly signal: AbortSignal | undefined;
  },
  context: WorkContext,
): Promise<RecordedCall> {
  try {
    return await callModel(
      context,
      connectionId,
      { model, ...call, settings: settings ?? {} },
      { purpose: evaluatorPurpose, promptId, metadata, signal },
    );
  } catch (error) {
    // The connection may have been deleted after the version was stored. This counts as a failed call.
    if (!(error instanceof RecordError)) throw error;
    return { outcome: unsent({ problem: "requestRejected", message: error.message }), step: null };
  }
}

async function embed(
  { options }: BuiltInRecord,
  {
    texts,
    metadata,
    signal,
  }: {
    readonly texts: readonly string[];
    readonly metadata: Record<string, string | null>;
    readonly signal: AbortSignal | undefined;
  },
  context: WorkContext,
): Promise<RecordedCall<EmbeddingOutcome>> {
  const { connectionId, model } = readEmbeddingModel(options, "options");
  try {
    return await embedTexts(context, connectionId, { model, texts }, { purpose: evaluatorPurpose, metadata, signal });
  } catch (error) {
    // If the connection was deleted after the version was stored, throws the same error as for other failed calls.
    if (!(error instanceof RecordError)) throw error;
    throw new ModelCallError({ problem: "requestRejected", message: error.message });
  }
}

function replyOf({ outcome: { text, failure } }: RecordedCall): JudgeReply {
  return { text, failure };
}

/** Returns the score to store for a target. `scorer` is the name of the version. `ruleId`: rule that judges it. */
export function scoreOf(
  {
    version,
    scorer,
    targetId,
    score,
    ruleId = null,
  }: {
    readonly version: EvaluatorVersionRecord;
    readonly scorer: string;
    readonly targetId: string;
    readonly ruleId?: string | null;
    readonly score: NonNullable<EvaluationOutcome["score"]>;
  },
  at: number,
): ScoreWrite {
  return {
    id: scoreId(version, targetId),
    at,
    isJudgment: true,
    name: version.scoreName,
    type: version.kind === "LLM" ? "AI" : "CODE",
    value: score.value,
    label: score.label === undefined ? null : toStorableText(score.label),
    comment: score.comment === undefined ? null : toStorableText(score.comment).slice(0, recordLimits.textLength),
    scorer,
    evaluatorVersionId: version.id,
    evaluationRuleId: ruleId,
    ...targetOf(version.target, targetId),
  };
}

export async function scorerOf(
  { evaluatorId, number }: EvaluatorVersionRecord,
  { store, project }: Pick<WorkContext, "project" | "store">,
): Promise<string> {
  const evaluator = await store.evaluators.get(project.id, evaluatorId);
  return `${evaluator?.name ?? evaluatorId} v${number}`;
}

function targetOf(target: EvaluatorTarget, id: string): Partial<ScoreWrite> {
  switch (target) {
    case "STEP":
    case "RUN":
      return { stepId: id };
    case "THREAD":
      return { threadId: id };
    case "EXPERIMENT_ITEM":
      return { datasetExperimentItemId: id };
  }
}
