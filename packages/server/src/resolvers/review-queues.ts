import type { CommentAuthor, ReviewQueueInput } from "@threadline/schema/server";
import { rolePermissions } from "../store/permissions.ts";
import { badInput } from "../records/errors.ts";
import { recordLimits } from "../records/limits.ts";
import { readPageWindow } from "../records/page-window.ts";
import { readReviewQueue, readTargetIds } from "../records/review-queues.ts";
import { readText } from "../records/text.ts";
import { agreementOn } from "../review-queues/agreement.ts";
import { fillQueue, toReviewItems } from "../review-queues/fill-queue.ts";
import { findItems } from "../review-queues/find-items.ts";
import { reviewerOf } from "../review-queues/reviewer.ts";
import { fillJob, type Reviewer, type ReviewQueueRecord } from "../store/review-queues.ts";
import type { ScoreSchemaRecord } from "../store/score-schemas.ts";
import { creationIn } from "./creation.ts";
import type { RequestContext } from "./context.ts";
import type {
  MutationResolvers,
  QueryResolvers,
  ReviewCriterionResolvers,
  ReviewerProgressResolvers,
  ReviewProgressResolvers,
  ReviewQueueResolvers,
} from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

const maxCompared = 10_000;

export const reviewQueueQueries: QueryResolvers = {
  reviewQueues: (_parent, _args, { store, project }) => store.reviewQueues.all(project.id),
  reviewQueue: (_parent, { id }, { loaders }) => loaders.reviewQueues.load(id),
};

export const reviewQueueMutations: MutationResolvers = {
  async createReviewQueue(_parent, { queue: input }, context) {
    const content = await readQueue(input, [], context);
    const creation = creationIn(context);
    const queue = { ...creation, updatedAt: creation.createdAt, ...content };
    const created = await context.store.reviewQueues.create(context.project.id, queue, recordLimits.reviewQueues);
    await startFilling(created, context);
    return created;
  },

  async updateReviewQueue(_parent, { id, queue: input }, context) {
    const { store, project, now } = context;
    const before = await getQueue(id, context);
    const content = await readQueue(input, before.reviewerIds, context);
    const updatedAt = Math.max(now(), before.updatedAt);
    const replaced = await store.reviewQueues.replace(project.id, { ...before, ...content, updatedAt });
    if (replaced === null) throw notFound("id", "review queue", id);
    await startFilling(replaced.queue, context);
    return replaced.queue;
  },

  async deleteReviewQueue(_parent, { id }, { store, project, now }) {
    return (await store.reviewQueues.delete(project.id, id, now()))?.queue ?? null;
  },

  async addToReviewQueue(_parent, { queueId, targetIds }, context) {
    const { store, project, now } = context;
    const queue = await getQueue(queueId, context, "queueId");
    const items = toReviewItems(queueId, queue.target, readTargetIds(targetIds), now());
    const addedCount = await store.reviewQueues.add(project.id, queueId, items, recordLimits.reviewItems);
    if (addedCount === null) throw notFound("queueId", "review queue", queueId);
    return { queue, addedCount };
  },
};

export const ReviewQueue: ReviewQueueResolvers = {
  criteria: ({ criteria }) => [...criteria],
  filters: ({ filters }) => [...filters],
  reviewerIds: ({ reviewerIds }) => [...reviewerIds],
  reviewers: ({ reviewerIds }, _args, { loaders }) =>
    Promise.all(
      reviewerIds.map(async (accountId) => {
        const account = await loaders.members.load(accountId);
        return { accountId, name: account?.name ?? "", isMember: account !== null };
      }),
    ),
  async progress({ id }, _args, { loaders }) {
    return { queueId: id, ...(await loaders.figuresOfReviewQueue.load(id)) };
  },
  async agreement(queue, _args, { store, project, loaders }) {
    const isPublished = queue.isBlind;
    const reviews = await store.reviewQueues.finished(project.id, queue.id, { isPublished, limit: maxCompared });
    return (await schemasOf(queue, loaders)).map((schema) => agreementOn(schema, reviews));
  },
  items: (queue, { state, search, ...window }, { store, project, now }) => {
    const page = readPageWindow(window);
    const states = state === "IN_REVIEW" ? { state: "WAITING" as const, heldAt: now() } : { state: state ?? null };
    const text = readText("search", search, recordLimits.nameLength) ?? "";
    return text === ""
      ? store.reviewQueues.items(project.id, queue.id, { ...states, ...page })
      : findItems(store, project.id, queue, { ...states, ...page, text });
  },
};

export const ReviewCriterion: ReviewCriterionResolvers = {
  scoreSchema: ({ scoreSchemaId }, _args, { loaders }) => loaders.scoreSchemas.load(scoreSchemaId),
};

export const ReviewProgress: ReviewProgressResolvers = {
  totalCount: ({ waitingCount, doneCount, skippedCount, flaggedCount }) =>
    waitingCount + doneCount + skippedCount + flaggedCount,
  async availableCount({ queueId }, _args, context) {
    const queue = await context.loaders.reviewQueues.load(queueId);
    if (queue === null || !mayReview(queue, context)) return 0;
    return context.loaders.availableOfReviewQueue(reviewerOf(context.actor), context.now()).load(queueId);
  },
  reviewers: ({ reviewers }) => [...reviewers],
};

export const ReviewerProgress: ReviewerProgressResolvers = {
  reviewer: (figures, _args, { loaders }) => authorOf(figures, loaders),
};

/**
 * Returns the reviewer as an author. An account has its current name. A key or a former member has the name that was
 * stored with the review.
 */
export async function authorOf(
  { reviewerKind, reviewerId, reviewerName }: Reviewer,
  loaders: RequestContext["loaders"],
): Promise<CommentAuthor> {
  const author = { kind: reviewerKind, id: reviewerId === "" ? null : reviewerId, name: reviewerName, isMember: true };
  if (reviewerKind !== "account") return author;
  const account = await loaders.members.load(reviewerId);
  return { ...author, name: account?.name ?? reviewerName, isMember: account !== null };
}

/** Returns the score schemas of the queue's criteria, in the same order. Deleted schemas are omitted. */
export async function schemasOf(
  { criteria }: ReviewQueueRecord,
  loaders: RequestContext["loaders"],
): Promise<ScoreSchemaRecord[]> {
  const schemas = await Promise.all(criteria.map(({ scoreSchemaId }) => loaders.scoreSchemas.load(scoreSchemaId)));
  return schemas.filter((schema) => schema !== null);
}

export function mayReview({ reviewerIds }: ReviewQueueRecord, { actor }: Pick<RequestContext, "actor">): boolean {
  return reviewerIds.length === 0 || reviewerIds.includes(actor.account?.id ?? "");
}

export async function getQueue(id: string, { loaders }: RequestContext, field = "id"): Promise<ReviewQueueRecord> {
  const queue = await loaders.reviewQueues.load(id);
  if (queue === null) throw notFound(field, "review queue", id);
  return queue;
}

export async function eligibleFor(
  { reviewerIds }: Pick<ReviewQueueRecord, "reviewerIds">,
  { store, project }: Pick<RequestContext, "project" | "store">,
): Promise<string[]> {
  const members = await store.accounts.members(project.id);
  const active = members.filter(({ role, disabledAt }) => disabledAt === null && rolePermissions[role].has("annotate"));
  const ids = active.map(({ account }) => account.id);
  return reviewerIds.length === 0 ? ids : ids.filter((id) => reviewerIds.includes(id));
}

/**
 * Reads the content of a review queue. `before` contains the accounts of the previous reviewers, who may stay
 * reviewers. Throws if another reviewer lacks the permission to score.
 */
async function readQueue(
  input: ReviewQueueInput,
  before: readonly string[],
  context: RequestContext,
): Promise<ReturnType<typeof readReviewQueue>> {
  const content = readReviewQueue(input, context.now());
  const schemas = await Promise.all(
    content.criteria.map(({ scoreSchemaId }) => context.loaders.scoreSchemas.load(scoreSchemaId)),
  );
  const missing = schemas.indexOf(null);
  if (missing >= 0) {
    const id = content.criteria[missing]?.scoreSchemaId ?? "";
    throw notFound(`queue.criteria[${missing}].scoreSchemaId`, "score schema", id);
  }
  const eligible = content.reviewerIds.length === 0 ? [] : await eligibleFor(content, context);
  for (const [index, id] of content.reviewerIds.entries()) {
    if (eligible.includes(id) || before.includes(id)) continue;
    throw badInput(`queue.reviewerIds[${index}]`, "must be a member of the project who may score");
  }
  return content;
}

/** Fills a queue whose source is not `MANUAL` with the records that match it. A job adds later records. */
async function startFilling(queue: ReviewQueueRecord, { store, project, now }: RequestContext): Promise<void> {
  if (queue.source === "MANUAL") return;
  await fillQueue(store, project.id, queue, now());
  await store.evaluationRules.repeatJob(project.id, { id: fillJob, kind: fillJob }, now());
}
