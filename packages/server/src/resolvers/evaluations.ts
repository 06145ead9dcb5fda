import { badInput } from "../records/errors.ts";
import { readId } from "../records/ids.ts";
import { recordLimits } from "../records/limits.ts";
import type { EvaluatorVersionRecord } from "../store/evaluators.ts";
import type { RequestContext } from "./context.ts";
import { evaluateTarget, scoreId, scoreOf, scorerOf } from "./evaluate-target.ts";
import { readContent } from "./evaluators.ts";
import type { EvaluationTargetResolvers, MutationResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

export const evaluationMutations: MutationResolvers = {
  async testEvaluator(_parent, { versionId, version, targetIds }, context) {
    if ((versionId == null) === (version == null)) {
      throw badInput("versionId", "exactly one of versionId and version is required");
    }
    const ids = readTargets(targetIds);
    const runnable = version == null ? await getVersion(versionId ?? "", context) : await readContent(version, context);
    return Promise.all(ids.map(async (id) => (await evaluateTarget(runnable, id, context)).evaluation));
  },

  async evaluate(_parent, { versionId, targetIds }, context) {
    const ids = readTargets(targetIds);
    const version = await getVersion(versionId, context);
    const scorer = await scorerOf(version, context);
    return Promise.all(
      ids.map(async (id) => {
        const { evaluation, outcome } = await evaluateTarget(version, id, context, scoreId(version, id));
        if (outcome?.score == null) return evaluation;
        const write = scoreOf({ version, scorer, targetId: id, score: outcome.score }, context.now());
        const [score = null] = await context.store.scores.upsertMany(context.project.id, [write]);
        return { ...evaluation, score };
      }),
    );
  },
};

export const EvaluationTarget: EvaluationTargetResolvers = {
  step: ({ targetId, target }, _args, { loaders }) =>
    target === "STEP" || target === "RUN" ? loaders.steps.load(targetId) : null,
  thread: ({ targetId, target }, _args, { loaders }) => (target === "THREAD" ? loaders.threads.load(targetId) : null),
  experimentItem: ({ targetId, target }, _args, { loaders }) =>
    target === "EXPERIMENT_ITEM" ? loaders.experimentItems.load(targetId) : null,
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
