import {
  EvaluationError,
  type EvaluationOutcome,
  type JudgeCall,
  type JudgeReply,
  runEvaluator,
  type TargetView,
} from "@threadline/evaluation";
import { evaluatorPurpose, readTargetView } from "../evaluators/read-target-view.ts";
import { toDefinition } from "../evaluators/to-definition.ts";
import type { ModelProblem } from "../models/model-call.ts";
import { badInput, RecordError } from "../records/errors.ts";
import { deriveId, readId } from "../records/ids.ts";
import { recordLimits } from "../records/limits.ts";
import { toStorableText } from "../records/text.ts";
import type { EvaluatorTarget, EvaluatorVersionRecord, JudgeRecord } from "../store/evaluators.ts";
import type { ScoreRecord, ScoreWrite } from "../store/scores.ts";
import { callModel, type RecordedCall, unsent } from "./call-model.ts";
import type { RequestContext } from "./context.ts";
import { readContent } from "./evaluators.ts";
import type { MutationResolvers, ResolversTypes } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

type Evaluation = Awaited<ResolversTypes["Evaluation"]>;

/** A version to run, which may not be stored. */
type Runnable = Pick<EvaluatorVersionRecord, "definition" | "kind" | "target">;

export const evaluationMutations: MutationResolvers = {
  async testEvaluator(_parent, { versionId, version, targetIds }, context) {
    if ((versionId == null) === (version == null)) {
      throw badInput("versionId", "exactly one of versionId and version is required");
    }
    const ids = readTargets(targetIds);
    const runnable = version == null ? await getVersion(versionId ?? "", context) : await readContent(version, context);
    return Promise.all(ids.map(async (id) => (await evaluateOne(runnable, id, context)).evaluation));
  },

  async evaluate(_parent, { versionId, targetIds }, context) {
    const ids = readTargets(targetIds);
    const version = await getVersion(versionId, context);
    const evaluator = await context.store.evaluators.get(context.project.id, version.evaluatorId);
    const scorer = `${evaluator?.name ?? version.evaluatorId} v${version.number}`;
    return Promise.all(
      ids.map(async (id) => {
        const { evaluation, outcome } = await evaluateOne(version, id, context, scoreId(version, id));
        if (outcome?.score == null) return evaluation;
        const score = await storeScore({ version, scorer, targetId: id, score: outcome.score }, context);
        return { ...evaluation, score };
      }),
    );
  },
};

function readTargets(ids: readonly string[]): string[] {
  const limit = recordLimits.evaluatedTargets;
  if (ids.length === 0 || ids.length > limit) throw badInput("targetIds", `must be 1 to ${limit} ids`, limit);
  return [...new Set(ids.map((id, index) => readId(`targetIds[${index}]`, id)))];
}

async function getVersion(id: string, { loaders }: RequestContext): Promise<EvaluatorVersionRecord> {
  const version = await loaders.evaluatorVersions.load(id);
  if (!version) throw notFound("versionId", "evaluator version", id);
  return version;
}

/** Returns the id of the score. It is the same for each repetition, so that a version has one score for each target. */
function scoreId({ id, target }: EvaluatorVersionRecord, targetId: string): string {
  return deriveId(["evaluation", id, target, targetId]);
}

/** Evaluates one target. The outcome is null if the target is unknown. */
async function evaluateOne(
  version: Runnable & { readonly id?: string },
  targetId: string,
  context: RequestContext,
  resultId?: string,
): Promise<{ readonly evaluation: Evaluation; readonly outcome: EvaluationOutcome | null }> {
  const startedAt = performance.now();
  const calls: RecordedCall[] = [];
  const outcome = await readView(version.target, targetId, context).then((view) =>
    view === null || "failure" in view
      ? view
      : runEvaluator(toDefinition(version), view, {
          callModel: async (call, signal) => {
            const metadata = {
              evaluatorVersionId: version.id ?? null,
              scoreId: resultId ?? null,
              target: version.target,
              targetId,
            };
            const recorded = await callJudge(version.definition as JudgeRecord, { call, metadata, signal }, context);
            calls.push(recorded);
            return replyOf(recorded);
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
  return { evaluation, outcome };
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
  // The failed reply of a model has the problem of its call.
  return failure !== null && "modelProblem" in failure ? (failure.modelProblem as ModelProblem) : null;
}

/** Reads the view of a target. Null if it does not exist; an outcome if it cannot be evaluated. */
async function readView(
  kind: EvaluatorTarget,
  id: string,
  { store, project }: RequestContext,
): Promise<TargetView | Extract<EvaluationOutcome, { readonly score: null }> | null> {
  try {
    return await readTargetView(store, project.id, { kind, id });
  } catch (error) {
    if (error instanceof EvaluationError) {
      return { score: null, failure: { problem: error.problem, message: error.message } };
    }
    if (error instanceof RecordError && error.code === "ANSWER_TOO_LARGE") {
      return { score: null, failure: { problem: "limitExceeded", message: "The targets are too large together" } };
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
  context: RequestContext,
): Promise<RecordedCall> {
  try {
    return await callModel(
      context,
      connectionId,
      { model, ...call, settings: settings ?? {} },
      { purpose: evaluatorPurpose, promptId, metadata, signal },
    );
  } catch (error) {
    // The connection may have been deleted since the version was stored.
    if (!(error instanceof RecordError)) throw error;
    return { outcome: unsent({ problem: "requestRejected", message: error.message }), step: null };
  }
}

function replyOf({ outcome: { text, failure } }: RecordedCall): JudgeReply {
  return { text, failure };
}

async function storeScore(
  {
    version,
    scorer,
    targetId,
    score,
  }: {
    readonly version: EvaluatorVersionRecord;
    readonly scorer: string;
    readonly targetId: string;
    readonly score: NonNullable<EvaluationOutcome["score"]>;
  },
  { store, project, now }: RequestContext,
): Promise<ScoreRecord | null> {
  const write: ScoreWrite = {
    id: scoreId(version, targetId),
    at: now(),
    name: version.scoreName,
    type: version.kind === "LLM" ? "AI" : "CODE",
    value: score.value,
    label: score.label === undefined ? null : toStorableText(score.label),
    comment: score.comment === undefined ? null : toStorableText(score.comment).slice(0, recordLimits.textLength),
    scorer,
    evaluatorVersionId: version.id,
    ...targetOf(version.target, targetId),
  };
  const [stored = null] = await store.scores.upsertMany(project.id, [write]);
  return stored;
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
