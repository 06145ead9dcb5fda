import { errorLine } from "@threadline/schema/content-preview";
import { badInput } from "../records/errors.ts";
import { recordLimits } from "../records/limits.ts";
import { readPartialStep } from "../records/steps.ts";
import type { StepOutcome } from "../store/steps.ts";
import { readCommentWindow } from "./comments.ts";
import type { RequestContext } from "./context.ts";
import type { BatchResolvers } from "../graphql/batch-resolvers.ts";
import { asIs, listConnection } from "./connection.ts";
import { contentPreviewAround, inputPreviewAround } from "./match-preview.ts";
import { generationSource } from "./generation-source.ts";
import { ingestSteps, originOf, readOwnStep, storeStep } from "./ingest-steps.ts";
import type { MutationResolvers, QueryResolvers, StepResolvers } from "./resolver-types.ts";
import { outlineValue } from "./outline-value.ts";
import { notFound, resolveOne } from "./root-fields.ts";
import { settleEach } from "./settle-each.ts";

export const stepQueries: QueryResolvers = {
  steps: (_parent, args, context) =>
    listConnection(context, { resource: "steps", lister: context.store.steps, args, toNode: asIs }),
  step: (_parent, { id }, { loaders }) => loaders.steps.load(id),
  stepOutline: (_parent, { id }, { store, project }) => outlineValue(store.steps.outlineAround(project.id, id)),
};

export const ingestStep: BatchResolvers<RequestContext>["ingestStep"] = async (items, context) => {
  const origin = originOf(context);
  const outcomes = await settleEach(
    items,
    (item) => readOwnStep(item, origin, context),
    (writes) => ingestSteps(writes, context),
  );
  return outcomes.map((outcome) => (outcome instanceof Error ? outcome : { ok: true, message: messageOf(outcome) }));
};

export const stepMutations: MutationResolvers = {
  ingestStep: (_parent, args, context) => resolveOne(ingestStep, args, context),
  async ingestSteps(_parent, { steps }, context) {
    const limit = recordLimits.stepCount;
    if (steps.length > limit)
      throw badInput("steps", `has ${steps.length} steps, and at most ${limit} are allowed`, limit);
    const origin = originOf(context);
    const outcomes = await settleEach(
      steps,
      (step, index) =>
        context.badSteps?.get(index) ?? { ...readOwnStep(step, origin, context), takesContentOfGeneration: true },
      (writes) => ingestSteps(writes, context),
    );
    return outcomes.map((outcome, index) => {
      const id = steps[index]?.id ?? "";
      if (outcome instanceof Error) return { id, ok: false, message: outcome.message };
      return { id, ok: true, message: messageOf(outcome) };
    });
  },
  createStep: (_parent, args, context) => storeStep(readPartialStep(context.newId(), args, originOf(context)), context),
  async updateStep(_parent, args, context) {
    const write = readPartialStep(args.id, args, { ...originOf(context), environment: null });
    if (!(await context.loaders.steps.load(write.id))) throw notFound("id", "step", args.id);
    return storeStep(write, context);
  },
  deleteStep: (_parent, { id }, { store, project, now }) => store.steps.delete(project.id, id, now()),
};

export const Step: StepResolvers = {
  generation: (step) => generationSource(step),
  inputPreview: ({ input, generation }, { around }) =>
    inputPreviewAround(input, around) ?? inputPreviewAround(generation?.messages ?? generation?.prompt ?? null, around),
  outputPreview: ({ output, generation }, { around }) =>
    contentPreviewAround(output, around) ??
    contentPreviewAround(generation?.messageCompletion ?? generation?.completion ?? null, around),
  errorLine: ({ error }) => errorLine(error),
  apiKey: ({ apiKeyId }, _args, { loaders }) => (apiKeyId === null ? null : loaders.apiKeyNames.load(apiKeyId)),
  cost: ({ generation }) => generation?.cost ?? null,
  usage: ({ id }, _args, { loaders }) => loaders.usageOfStep.load(id),
  comments: ({ id }, args) => ({ subject: { kind: "step", id }, window: readCommentWindow(args) }),
  scores: ({ id, scores }, _args, { loaders }) => scores ?? loaders.scoresOfStep.load(id),
  attachments: ({ id, attachments }, _args, { loaders }) => attachments ?? loaders.attachmentsOfStep.load(id),
  thread: ({ threadId }, _args, { loaders }) => (threadId === null ? null : loaders.threads.load(threadId)),
  async participantIdentifier({ threadId }, _args, { loaders }) {
    const thread = threadId === null ? null : await loaders.threads.load(threadId);
    const user = thread?.participantId ? await loaders.users.load(thread.participantId) : null;
    return user?.identifier ?? null;
  },
};

/**
 * Returns a message if the step was not stored because it or its thread was deleted earlier; null if the step was
 * stored. The result is not an error, because a client might respond to an error by retrying the step or discarding the
 * batch.
 */
function messageOf(outcome: StepOutcome): string | null {
  return outcome === "deleted" ? "The step or its thread was deleted earlier, so it was not stored again" : null;
}
