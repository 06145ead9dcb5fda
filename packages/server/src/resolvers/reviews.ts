import { badInput, RecordError } from "../records/errors.ts";
import { readFlagReason, readRemark, readReviewScores } from "../records/review-queues.ts";
import { itemOfStep } from "../records/datasets.ts";
import { deriveId } from "../records/ids.ts";
import { checkItems } from "../records/item-schema.ts";
import { readJson } from "../records/json-values.ts";
import { recordLimits } from "../records/limits.ts";
import { fillQueue } from "../review-queues/fill-queue.ts";
import { reviewerOf } from "../review-queues/reviewer.ts";
import type { ReviewChange, ReviewItemRecord, ReviewQueueRecord, ReviewRecord } from "../store/review-queues.ts";
import type { StepRecord } from "../store/steps.ts";
import type { RequestContext } from "./context.ts";
import type { MutationResolvers, ReviewItemResolvers, ReviewResolvers } from "./resolver-types.ts";
import { authorOf, eligibleFor, getQueue, mayReview, schemasOf } from "./review-queues.ts";
import { notFound } from "./root-fields.ts";

const leaseMs = 15 * 60_000;
/** Time during which a reassigned item is reserved for the assigned member, in milliseconds. */
const assignedMs = 3 * 86_400_000;

export const reviewMutations: MutationResolvers = {
  async takeReview(_parent, { queueId, itemId, retakesSkipped }, context) {
    const { store, project, newId } = context;
    const queue = await getQueue(queueId, context, "queueId");
    const choice = itemId == null ? {} : { itemId, retakesSkipped: retakesSkipped ?? false };
    const turn = { ...turnOf(queue, context), leaseMs, reviewId: newId(), ...choice };
    const taken = await store.reviewQueues.take(project.id, queueId, turn);
    if (taken !== null || itemId != null) return taken;
    const added = await fillQueue(store, project.id, queue, context.now());
    return added === 0 ? null : store.reviewQueues.take(project.id, queueId, turn);
  },

  async releaseReview(_parent, { id, leaseEnd }, { store, project, actor, now }) {
    return store.reviewQueues.release(project.id, id, { reviewer: reviewerOf(actor), now: now() }, leaseEnd);
  },

  async submitReview(_parent, { id, review: input }, context) {
    const { store, project, loaders } = context;
    const { queue } = await getReview(id, context);
    const schemas = await schemasOf(queue, loaders);
    const content = {
      scores: readReviewScores(id, input.scores, schemas),
      comment: readRemark("review.comment", input.comment),
      correction: readJson("review.correction", input.correction ?? null, recordLimits.payloadBytes) ?? null,
    };
    const change = await store.reviewQueues.submit(project.id, id, turnOf(queue, context), content);
    const { review } = settled(change, id);
    if (review === null) throw gone(id);
    return review;
  },

  async skipReview(_parent, { id }, context) {
    const { store, project } = context;
    const { queue } = await getReview(id, context);
    const eligible = await eligibleFor(queue, context);
    const change = await store.reviewQueues.skip(project.id, id, turnOf(queue, context), eligible);
    return settled(change, id).item;
  },

  async flagReview(_parent, { id, reason }, context) {
    const { store, project } = context;
    const { queue } = await getReview(id, context);
    const text = readFlagReason(reason);
    const change = await store.reviewQueues.flag(project.id, id, turnOf(queue, context), text);
    return settled(change, id).item;
  },

  async handOnReview(_parent, { id, accountId }, context) {
    const { store, project, now } = context;
    const { queue } = await getReview(id, context);
    if (accountId === context.actor.account?.id) throw badInput("accountId", "must be another account than your own");
    if (!(await eligibleFor(queue, context)).includes(accountId)) {
      throw badInput("accountId", "must be a member who may score and review this queue");
    }
    const assignee = { id: accountId, until: now() + assignedMs };
    const change = await store.reviewQueues.handOn(project.id, id, turnOf(queue, context), assignee);
    return settled(change, id).item;
  },

  async reopenReviewItem(_parent, { id }, { store, project }) {
    const change = await store.reviewQueues.reopen(project.id, id);
    if (change === null) throw notFound("id", "review item", id);
    return change.item;
  },

  async completeReviewItem(_parent, { id }, context) {
    const { store, project, now } = context;
    const change = await store.reviewQueues.complete(project.id, id, now());
    if (change === null) throw notFound("id", "review item", id);
    return change.item;
  },

  async addReviewToDataset(_parent, { id, datasetId }, context) {
    const { store, project, loaders, now } = context;
    const dataset = await loaders.datasets.load(datasetId);
    if (dataset === null) throw notFound("datasetId", "dataset", datasetId);
    const { review, item } = await getSubmitted(id, context);
    if (dataset.type === "generation") {
      throw badInput("datasetId", `the dataset "${dataset.name}" contains generations; choose another dataset`);
    }
    const step = await stepOf(item, context);
    const descendants = await store.steps.descendants(project.id, step.id);
    const content = review.correction === null ? {} : { expectedOutput: review.correction };
    const created = itemOfStep(
      { datasetId, stepId: step.id, metadata: { reviewId: review.id }, ...content },
      { id: deriveId(["review", review.id, datasetId]), createdAt: now(), step, descendants },
    );
    checkItems(dataset.itemSchema, [created]);
    const [stored] = await store.datasets.createItems(project.id, [created], { at: now() });
    if (stored === undefined) throw new Error("The store returned no dataset item after creating it");
    return stored;
  },
};

export const ReviewItem: ReviewItemResolvers = {
  async state(item, _args, { loaders, now }) {
    if (item.state !== "WAITING") return item.state;
    const reviews = await loaders.reviewsOfItem.load(item.id);
    return reviews.some(({ state, leaseEnd }) => state === "OPEN" && (leaseEnd ?? 0) > now()) ? "IN_REVIEW" : "WAITING";
  },
  thread: ({ threadId }, _args, { loaders }) => (threadId === null ? null : loaders.threads.load(threadId)),
  step: ({ stepId }, _args, { loaders }) => (stepId === null ? null : loaders.steps.load(stepId)),
  async reference(item, _args, context) {
    const [queue, step] = await Promise.all([context.loaders.reviewQueues.load(item.queueId), runOf(item, context)]);
    const reference = step && (await context.loaders.referenceOfStep.load(step.id));
    // If the metadata of a dataset item contain a `reviewId`, the item was created from a review, and shows its result.
    // In a blind queue, it is hidden until the review item is done.
    const isHidden =
      queue?.isBlind === true && item.state !== "DONE" && reference?.metadata?.["reviewId"] !== undefined;
    return isHidden ? null : reference;
  },
  async assignee({ assigneeId }, _args, { loaders }) {
    if (assigneeId === null) return null;
    const account = await loaders.members.load(assigneeId);
    return { accountId: assigneeId, name: account?.name ?? "", isMember: account !== null };
  },
  async reviews(item, _args, context) {
    const [queue, reviews] = await Promise.all([
      context.loaders.reviewQueues.load(item.queueId),
      context.loaders.reviewsOfItem.load(item.id),
    ]);
    return queue === null ? [] : reviews.filter((review) => isShown(review, item, queue, context));
  },
};

export const Review: ReviewResolvers = {
  item: ({ itemId }, _args, { loaders }) => loaders.reviewItems.load(itemId),
  reviewer: (review, _args, { loaders }) => authorOf(review, loaders),
  isOwn: (review, _args, { actor }) => isOwn(review, actor),
  scores: ({ scores }) => [...scores],
};

function isOwn({ reviewerKind, reviewerId }: ReviewRecord, actor: RequestContext["actor"]): boolean {
  return reviewerKind === actor.kind && reviewerId === (actor.account?.id ?? actor.key?.id ?? "");
}

/**
 * Whether the caller sees a review. In a blind queue, reviewers only see their own reviews until the item is done.
 * After that, they see the reviews of others, but a submitted review only once its scores are stored.
 */
function isShown(
  review: ReviewRecord,
  { state }: ReviewItemRecord,
  { isBlind }: ReviewQueueRecord,
  { actor }: RequestContext,
): boolean {
  return !isBlind || isOwn(review, actor) || (state === "DONE" && (review.isPublished || review.state !== "DONE"));
}

function turnOf(queue: ReviewQueueRecord, context: RequestContext) {
  if (!mayReview(queue, context)) throw new RecordError("FORBIDDEN", "You are not a reviewer of this queue");
  return { reviewer: reviewerOf(context.actor), now: context.now() };
}

/** Reads a review with its item and queue. A review of a deleted item does not exist. */
async function getReview(
  id: string,
  context: RequestContext,
): Promise<{ readonly review: ReviewRecord; readonly item: ReviewItemRecord; readonly queue: ReviewQueueRecord }> {
  const { store, project, loaders } = context;
  const review = await store.reviewQueues.getReview(project.id, id);
  const item = review && (await loaders.reviewItems.load(review.itemId));
  if (review === null || item === null) throw gone(id);
  const queue = await loaders.reviewQueues.load(item.queueId);
  if (queue === null) throw gone(id);
  return { review, item, queue };
}

/** Reads a submitted review that the caller sees, with its item. */
export async function getSubmitted(
  id: string,
  context: RequestContext,
): Promise<{ readonly review: ReviewRecord; readonly item: ReviewItemRecord }> {
  const { review, item, queue } = await getReview(id, context);
  if (!isShown(review, item, queue, context)) throw notFound("id", "review", id);
  if (review.state !== "DONE") throw badInput("id", "must be a submitted review");
  return { review, item };
}

function gone(id: string): RecordError {
  return notFound("id", "open review", id);
}

/** Returns the change of an open review. Throws if `change` is null, because no open review has the id then. */
function settled(change: ReviewChange | null, id: string): ReviewChange {
  if (change === null) throw gone(id);
  return change;
}

async function stepOf(item: ReviewItemRecord, context: RequestContext): Promise<StepRecord> {
  const step = await runOf(item, context);
  if (step !== null) return step;
  if (item.stepId !== null) throw notFound("id", "step", item.stepId);
  throw badInput("id", "must be a review of a thread with steps");
}

/**
 * Returns the step to show to a reviewer. For a thread, this is the last root step that has an output and is not a user
 * message. If no root step has one, returns the last root step. Null if the thread has no root steps.
 */
async function runOf({ stepId, threadId }: ReviewItemRecord, { loaders }: RequestContext): Promise<StepRecord | null> {
  if (stepId !== null) return loaders.steps.load(stepId);
  const steps = await loaders.stepsOfThread.load({ threadId: threadId ?? "", types: undefined });
  const roots = steps.filter(({ parentId }) => parentId === null);
  return roots.findLast(({ output, type }) => output != null && type !== "user_message") ?? roots.at(-1) ?? null;
}
