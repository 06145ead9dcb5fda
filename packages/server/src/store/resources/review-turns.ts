import { type RawBuilder, sql } from "kysely";
import { ConflictError } from "../errors.ts";
import type { Reviewer, ReviewItemRecord, ReviewQueueStore, ReviewRecord, ReviewTurn } from "../review-queues.ts";
import type { ProjectJob, Session } from "../session/session.ts";
import {
  deleteOpenReviews,
  endedAs,
  lockItem,
  publish,
  reviewItems,
  reviewQueues,
  reviews,
  rowsOf,
  toChange,
  withoutAssignee,
} from "./review-rows.ts";
import type { ScoreWriter } from "./scores.ts";

type ReviewTurns = Pick<
  ReviewQueueStore,
  "complete" | "flag" | "handOn" | "release" | "reopen" | "skip" | "submit" | "take"
>;

type Change = <Result>(projectId: string, job: ProjectJob<Result>) => Promise<Result>;

/** Creates the methods that change reviews. `change` runs one transaction of a project at a time. */
export function createReviewTurns(change: Change, writer: ScoreWriter): ReviewTurns {
  return {
    take: (projectId, queueId, { itemId, retakesSkipped, ...turn }) =>
      change(projectId, async (session, project) => {
        if ((await reviewQueues.get(session, project, queueId)) === null) return null;
        const { reviewer, now } = turn;
        const open = await openOf(session, project, queueId, reviewer);
        const held = open.find((review) => itemId === undefined || review.itemId === itemId);
        // First tries the item of the reviewer's open review, then the given item, or any item if none is given.
        for (const choice of new Set([...(held === undefined ? [] : [held.itemId]), itemId])) {
          // oxlint-disable-next-line no-await-in-loop -- the held item is first
          const [found] = await nextItem(session, project, { queueId, reviewer, now, itemId: choice, retakesSkipped });
          if (found === undefined) continue;
          // oxlint-disable-next-line no-await-in-loop -- the last round
          if (retakesSkipped === true) await withdrawSkip(session, project, found.id, reviewer);
          const kept = held?.itemId === found.id ? held : undefined;
          // A reviewer has at most one open review in a queue. So the reviewer's other open reviews in this queue are
          // deleted.
          const others = open.filter((review) => review !== kept).map(({ id }) => id);
          // oxlint-disable-next-line no-await-in-loop -- the last round
          await reviews.deleteMany(session, project, others);
          return hold(session, project, { ...turn, queueId, itemId: found.id, held: kept });
        }
        if (held !== undefined) await reviews.deleteMany(session, project, [held.id]);
        return null;
      }),

    release: (projectId, reviewId, { reviewer, now }, leaseEnd) =>
      change(projectId, async (session, project) => {
        const review = await reviews.lock(session, project, reviewId);
        if (review?.state !== "OPEN" || !isOf(review, reviewer)) return null;
        if (review.leaseEnd !== leaseEnd || leaseEnd <= now) return review;
        const released = { ...review, leaseEnd: now };
        await reviews.replace(session, project, released);
        return released;
      }),

    submit: (projectId, reviewId, { reviewer, now }, content) =>
      change(projectId, async (session, project) => {
        const found = await findOwn(session, project, reviewId, reviewer);
        if (found === null || found.review.state === "SKIPPED") return null;
        const { item, review } = found;
        const queue = await reviewQueues.get(session, project, item.queueId);
        if (queue === null) return null;
        const all = await reviewsOfItem(session, project, item.id);
        const others = all.filter(({ id }) => id !== reviewId);
        if (review.state === "OPEN") {
          const isTaken = others.filter((each) => isCounted(each, now)).length >= queue.reviewsPerItem;
          if (item.state === "DONE" || isTaken)
            throw new ConflictError(
              "Your review was not stored, because other reviewers have completed or taken over the item.",
            );
        } else if (queue.isBlind && review.isPublished) {
          throw new ConflictError("A review in a blind queue cannot be changed after others can see its scores.");
        }
        const endedAt = review.endedAt ?? now;
        const done: ReviewRecord = { ...review, ...reviewer, ...content, state: "DONE", leaseEnd: null, endedAt };
        await reviews.replace(session, project, done);
        const finished = [...others.filter(({ state }) => state === "DONE"), done];
        // A flagged item stays flagged even if it has all reviews, because an editor decides whether to reopen or
        // complete it.
        const isComplete = item.state !== "FLAGGED" && finished.length >= queue.reviewsPerItem;
        const after = {
          ...withoutAssignee(item, reviewer),
          ...(isComplete ? endedAs("DONE", item.endedAt ?? now) : {}),
        };
        await reviewItems.replace(session, project, after);
        if (isComplete) await deleteOpenReviews(session, project, [item.id]);
        const shown = isComplete || !queue.isBlind ? finished : finished.filter(({ isPublished }) => isPublished);
        const changed = shown.filter((each) => each === done || !each.isPublished);
        const scores = await publish(
          session,
          project,
          writer,
          changed.map((each) => ({ item: after, review: each })),
        );
        const stored = await reviews.get(session, project, reviewId);
        const wasWaiting = item.state === "WAITING";
        return toChange(session, project, { item: after, review: stored, scores, wasWaiting });
      }),

    skip: (projectId, reviewId, { reviewer, now }, eligible) =>
      change(projectId, async (session, project) => {
        const found = await findOwn(session, project, reviewId, reviewer);
        if (found === null || found.review.state !== "OPEN") return null;
        const { item, review } = found;
        const queue = await reviewQueues.get(session, project, item.queueId);
        const skipped: ReviewRecord = { ...review, ...reviewer, state: "SKIPPED", leaseEnd: null, endedAt: now };
        await reviews.replace(session, project, skipped);
        const all = await reviewsOfItem(session, project, item.id);
        const ended = new Set(all.filter(({ state }) => state !== "OPEN").map(({ reviewerId }) => reviewerId));
        const left = eligible.filter((id) => !ended.has(id)).length;
        const possible = all.filter(({ state }) => state === "DONE").length + left;
        const isOver = item.state === "WAITING" && possible < (queue?.reviewsPerItem ?? 1);
        const after = { ...withoutAssignee(item, reviewer), ...(isOver ? endedAs("SKIPPED", now) : {}) };
        await reviewItems.replace(session, project, after);
        const wasWaiting = item.state === "WAITING";
        return toChange(session, project, { item: after, review: skipped, scores: [], wasWaiting });
      }),

    flag: (projectId, reviewId, { reviewer, now }, reason) =>
      change(projectId, async (session, project) => {
        const found = await findOwn(session, project, reviewId, reviewer);
        if (found === null || found.review.state !== "OPEN") return null;
        const { item, review } = found;
        await reviews.deleteMany(session, project, [review.id]);
        const flaggedBy = reviewer.reviewerName;
        const after = { ...item, ...endedAs("FLAGGED", now), flagReason: reason, flaggedBy };
        await reviewItems.replace(session, project, after);
        return toChange(session, project, {
          item: after,
          review: null,
          scores: [],
          wasWaiting: item.state === "WAITING",
        });
      }),

    handOn: (projectId, reviewId, { reviewer }, { id: assigneeId, until: assignedUntil }) =>
      change(projectId, async (session, project) => {
        const found = await findOwn(session, project, reviewId, reviewer);
        if (found === null || found.review.state !== "OPEN") return null;
        const { item, review } = found;
        const all = await reviewsOfItem(session, project, item.id);
        if (all.some(({ reviewerId, state }) => reviewerId === assigneeId && state !== "OPEN")) {
          throw new ConflictError("This member has reviewed or skipped the item. Choose another member.");
        }
        await reviews.deleteMany(session, project, [review.id]);
        const after = { ...item, assigneeId, assignedUntil };
        await reviewItems.replace(session, project, after);
        return toChange(session, project, { item: after, review: null, scores: [], wasWaiting: false });
      }),

    reopen: (projectId, itemId) =>
      change(projectId, async (session, project) => {
        const item = await lockItem(session, project, itemId);
        if (item === null) return null;
        if (item.state === "DONE") throw new ConflictError("The item is done, so it cannot be reopened.");
        const { db } = session;
        await session.run(
          db
            .deleteFrom("reviews")
            .where("project_id", "=", project)
            .where("item_id", "=", itemId)
            .where("state", "=", "SKIPPED"),
        );
        const open = { assigneeId: null, assignedUntil: null, flagReason: null, flaggedBy: null, endedAt: null };
        const queue = await reviewQueues.get(session, project, item.queueId);
        const done = (await reviewsOfItem(session, project, itemId)).filter(({ state }) => state === "DONE");
        const isComplete = queue !== null && done.length >= queue.reviewsPerItem;
        const lastEnd = Math.max(...done.map(({ endedAt }) => endedAt ?? 0));
        const ended = isComplete ? endedAs("DONE", lastEnd) : { state: "WAITING" as const };
        const after: ReviewItemRecord = { ...item, ...open, ...ended };
        await reviewItems.replace(session, project, after);
        if (isComplete) await deleteOpenReviews(session, project, [itemId]);
        const hidden = isComplete ? done.filter(({ isPublished }) => !isPublished) : [];
        const scores = await publish(
          session,
          project,
          writer,
          hidden.map((review) => ({ item: after, review })),
        );
        return toChange(session, project, { item: after, review: null, scores, wasWaiting: item.state === "WAITING" });
      }),

    complete: (projectId, itemId, now) =>
      change(projectId, async (session, project) => {
        const item = await lockItem(session, project, itemId);
        if (item === null) return null;
        const after = { ...item, ...endedAs("DONE", item.state === "DONE" ? (item.endedAt ?? now) : now) };
        await reviewItems.replace(session, project, after);
        await deleteOpenReviews(session, project, [itemId]);
        const all = await reviewsOfItem(session, project, itemId);
        const hidden = all.filter(({ state, isPublished }) => state === "DONE" && !isPublished);
        const scores = await publish(
          session,
          project,
          writer,
          hidden.map((review) => ({ item: after, review })),
        );
        const wasWaiting = item.state === "WAITING";
        return toChange(session, project, { item: after, review: null, scores, wasWaiting });
      }),
  };
}

/**
 * SQL clause for the waiting items that a reviewer may take now. All of these conditions must hold:
 *
 * - The reviewer has not reviewed or skipped the item. With `retakesSkipped`, an item that the reviewer skipped can be
 *   taken, even if its state is `SKIPPED`.
 * - The item has fewer than `reviewsPerItem` reviews. Finished reviews count, and so do open reviews of other reviewers
 *   whose lease has not ended.
 * - The item is not assigned to another member, or the reviewer has an open review of the item.
 */
export function takeable(
  project: number,
  reviewer: Reviewer,
  now: number,
  retakesSkipped: boolean = false,
): RawBuilder<unknown> {
  const { reviewerKind, reviewerId } = reviewer;
  const own = sql`r.reviewer_kind = ${reviewerKind} AND r.reviewer_id = ${reviewerId}`;
  const ended = retakesSkipped ? sql`r.state = 'DONE'` : sql`r.state <> 'OPEN'`;
  const skipped = sql`i.state = 'SKIPPED' AND EXISTS (SELECT 1 FROM reviews r WHERE r.project_id = ${project}
    AND r.item_id = i.id AND ${own} AND r.state = 'SKIPPED')`;
  const needed = retakesSkipped ? sql`(i.state = 'WAITING' OR (${skipped}))` : sql`i.state = 'WAITING'`;
  return sql`FROM review_items i JOIN review_queues q ON q.project_id = ${project} AND q.id = i.queue_id
    WHERE i.project_id = ${project} AND ${needed}
      AND (i.assignee_id IS NULL OR i.assignee_id = ${reviewerId} OR i.assigned_until <= ${now}
        OR EXISTS (SELECT 1 FROM reviews r WHERE r.project_id = ${project} AND r.item_id = i.id
          AND ${own} AND r.state = 'OPEN'))
      AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.project_id = ${project} AND r.item_id = i.id
        AND ${own} AND ${ended})
      AND (SELECT count(*) FROM reviews r WHERE r.project_id = ${project} AND r.item_id = i.id
        AND (r.state = 'DONE' OR (r.state = 'OPEN' AND r.lease_end > ${now} AND NOT (${own})))) < q.reviews_per_item`;
}

/** Deletes the reviewer's skip of an item that the reviewer takes again. The item waits again if it had ended. */
async function withdrawSkip(session: Session, project: number, itemId: string, reviewer: Reviewer): Promise<void> {
  const all = await reviewsOfItem(session, project, itemId);
  const skipped = all.find((review) => review.state === "SKIPPED" && isOf(review, reviewer));
  const item = skipped && (await lockItem(session, project, itemId));
  if (!skipped || !item) return;
  await reviews.deleteMany(session, project, [skipped.id]);
  await reviewItems.replace(session, project, { ...item, state: "WAITING", endedAt: null });
}

interface ItemChoice {
  readonly queueId: string;
  readonly reviewer: Reviewer;
  readonly now: number;
  readonly itemId?: string | undefined;
  readonly retakesSkipped?: boolean | undefined;
}

/** The item that the reviewer reviews next: an item that is assigned to the reviewer, otherwise the oldest. */
function nextItem(
  session: Session,
  project: number,
  { queueId, reviewer, now, itemId, retakesSkipped }: ItemChoice,
): Promise<{ readonly id: string }[]> {
  const among = itemId === undefined ? sql`` : sql`AND i.id = ${itemId}`;
  return rowsOf(
    session,
    sql`SELECT i.id AS id ${takeable(project, reviewer, now, retakesSkipped)} AND i.queue_id = ${queueId} ${among}
      ORDER BY CASE WHEN i.assignee_id = ${reviewer.reviewerId} THEN 0 ELSE 1 END, i.key LIMIT 1`,
  );
}

function openOf(session: Session, project: number, queueId: string, reviewer: Reviewer): Promise<ReviewRecord[]> {
  const { reviewerKind, reviewerId } = reviewer;
  return reviews.all(session, project, (query) =>
    query
      .where("queue_id", "=", queueId)
      .where("state", "=", "OPEN")
      .where("reviewer_kind", "=", reviewerKind)
      .where("reviewer_id", "=", reviewerId),
  );
}

type Hold = ReviewTurn & {
  readonly reviewId: string;
  readonly queueId: string;
  readonly itemId: string;
  readonly held?: ReviewRecord | undefined;
};

/** Opens a review of an item, or renews the lease of the reviewer's open review. */
async function hold(session: Session, project: number, turn: Hold): Promise<ReviewRecord> {
  const { reviewer, now, leaseMs, reviewId, queueId, itemId, held } = turn;
  const leaseEnd = now + leaseMs;
  if (held !== undefined) {
    const renewed = { ...held, ...reviewer, leaseEnd };
    await reviews.replace(session, project, renewed);
    return renewed;
  }
  const review: ReviewRecord = {
    id: reviewId,
    createdAt: now,
    queueId,
    itemId,
    ...reviewer,
    state: "OPEN",
    leaseEnd,
    endedAt: null,
    scores: [],
    comment: null,
    correction: null,
    isPublished: false,
  };
  await reviews.insert(session, project, review);
  return review;
}

/** Locks a review of the reviewer with its item and target. Null if one of them does not exist. */
async function findOwn(
  session: Session,
  project: number,
  reviewId: string,
  reviewer: Reviewer,
): Promise<{ readonly item: ReviewItemRecord; readonly review: ReviewRecord } | null> {
  const found = await reviews.get(session, project, reviewId);
  const item = found && (await lockItem(session, project, found.itemId));
  const review = item && (await reviews.lock(session, project, reviewId));
  if (item === null || review === null) return null;
  return isOf(review, reviewer) ? { item, review } : null;
}

function isOf({ reviewerKind, reviewerId }: ReviewRecord, reviewer: Reviewer): boolean {
  return reviewerKind === reviewer.reviewerKind && reviewerId === reviewer.reviewerId;
}

function reviewsOfItem(session: Session, project: number, itemId: string): Promise<ReviewRecord[]> {
  return reviews.all(session, project, (query) => query.where("item_id", "=", itemId).orderBy(sql.ref("key")));
}

function isCounted({ state, leaseEnd }: ReviewRecord, now: number): boolean {
  return state === "DONE" || (state === "OPEN" && leaseEnd !== null && leaseEnd > now);
}
