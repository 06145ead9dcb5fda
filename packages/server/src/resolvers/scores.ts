import { isBrowserKey } from "../access/browser-key.ts";
import { labelerOf } from "../access/labeler-of.ts";
import { checkBrowserScore } from "../records/browser-writes.ts";
import { RecordError } from "../records/errors.ts";
import { readScore, readScoreChange } from "../records/scores.ts";
import type { RequestContext } from "./context.ts";
import type { BatchResolvers } from "../graphql/batch-resolvers.ts";
import { asIs, listConnection } from "./connection.ts";
import type { MutationResolvers, QueryResolvers, ScoreResolvers } from "./resolver-types.ts";
import { notFound, resolveOne } from "./root-fields.ts";
import { settleEach } from "./settle-each.ts";

export const scoreQueries: QueryResolvers = {
  scores: (_parent, args, context) =>
    listConnection(context, { resource: "scores", lister: context.store.scores, args, toNode: asIs }),
};

export const createScore: BatchResolvers<RequestContext>["createScore"] = (
  items,
  { actor, store, project, now, newId },
) => {
  const at = now();
  return settleEach(
    items,
    (args) => {
      if (isBrowserKey(actor)) checkBrowserScore(args, at);
      const score = readScore(args, { id: newId(), at });
      return { ...score, labeledBy: labelerOf(actor, score) };
    },
    async (writes) => {
      const scores = await store.scores.upsertMany(project.id, writes);
      return scores.map((score) => score ?? new RecordError("DELETED", "The score was deleted earlier"));
    },
  );
};

export const scoreMutations: MutationResolvers = {
  createScore: (_parent, args, context) => resolveOne(createScore, args, context),
  async updateScore(_parent, args, { actor, store, project, loaders, now }) {
    const change = readScoreChange(args, now());
    const before = await loaders.scores.load(args.id);
    // If a label gets another value, the caller becomes its labeler: `labeledBy` is the person who chose the value. If
    // the value stays the same, the labeler stays, too.
    const isOther = before?.labeledBy != null && before.value !== args.value;
    const labeledBy = isOther ? labelerOf(actor, before) : undefined;
    const score = await store.scores.update(project.id, args.id, { ...change, labeledBy });
    if (!score) throw notFound("id", "score", args.id);
    return score;
  },
  deleteScore: (_parent, { id }, { store, project, now }) => store.scores.delete(project.id, id, now()),
};

export const Score: ScoreResolvers = {
  projectId: (_score, _args, { project }) => project.id,
  supersededJudgments: ({ supersededJudgments }) => [...(supersededJudgments ?? [])],
  step: ({ stepId, generationId }, _args, { loaders }) => {
    const id = stepId ?? generationId;
    return id === null ? null : loaders.steps.load(id);
  },
  thread: ({ threadId }, _args, { loaders }) => (threadId === null ? null : loaders.threads.load(threadId)),
  experimentItem: ({ datasetExperimentItemId: id }, _args, { loaders }) =>
    id === null ? null : loaders.experimentItems.load(id),
};
