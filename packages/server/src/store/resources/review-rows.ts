import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { CommentSubject } from "../comments.ts";
import type { ReviewChange, Reviewer, ReviewItemRecord, ReviewQueueRecord, ReviewRecord } from "../review-queues.ts";
import {
  reviewItems as itemTable,
  reviewQueues as queueTable,
  reviews as reviewTable,
} from "../schema/review-queues.ts";
import type { ScoreRecord, ScoreWrite } from "../scores.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import { holdSubjects, subjectOf, withHeldSubjects } from "./hold-subjects.ts";
import { publishEvent } from "./publish-event.ts";
import type { ScoreWriter } from "./scores.ts";

export const reviewQueues: RecordTable<"review_queues"> = new RecordTable(queueTable);
export const reviewItems: RecordTable<"review_items"> = new RecordTable(itemTable);
export const reviews: RecordTable<"reviews"> = new RecordTable(reviewTable);

const columns = { thread: "thread_id", step: "step_id" } as const;

export function rowsOf<Row>(session: Session, query: RawBuilder<unknown>): Promise<Row[]> {
  return session.all((query as RawBuilder<Row>).compile(session.db));
}

/**
 * Locks the target of an item and then the item. Deletions lock in the same order. Null if the item or its target does
 * not exist.
 */
export async function lockItem(session: Session, project: number, id: string): Promise<ReviewItemRecord | null> {
  const found = await reviewItems.get(session, project, id);
  if (found === null) return null;
  const { kind, id: targetId } = subjectOf(found);
  if ((await holdSubjects(session, project, kind, [targetId])).size === 0) return null;
  return reviewItems.lock(session, project, id);
}

/** Stores the scores of finished reviews, unless they are already stored. */
export async function publish(
  session: Session,
  project: number,
  writer: ScoreWriter,
  finished: readonly { readonly item: ReviewItemRecord; readonly review: ReviewRecord }[],
): Promise<ScoreRecord[]> {
  if (finished.length === 0) return [];
  const writes = finished.flatMap(({ item, review }) => toScores(item, review));
  const stored = writes.length === 0 ? [] : await writer.upsert(session, project, writes);
  await reviews.replaceAll(
    session,
    project,
    finished.map(({ review }) => ({ ...review, isPublished: true })),
  );
  return stored.filter((score) => score !== null);
}

function toScores({ stepId, threadId }: ReviewItemRecord, review: ReviewRecord): ScoreWrite[] {
  const at = review.endedAt ?? review.createdAt;
  return review.scores.map(({ id, name, value, label }, index) => ({
    id,
    at,
    createdAt: at,
    name,
    type: "HUMAN",
    value,
    label,
    scorer: review.reviewerName,
    labeledBy: labelerOf(review),
    // A review has a single comment. It is stored with the first score.
    comment: index === 0 ? review.comment : null,
    stepId,
    threadId,
  }));
}

/**
 * Returns the value of `labeledBy` for the scores of a review. Null for a review by an API key, because only people
 * give labels.
 */
function labelerOf({ reviewerKind, reviewerId }: ReviewRecord): string | null {
  if (reviewerKind === "key") return null;
  return reviewerKind === "account" ? `account:${reviewerId}` : "local";
}

/**
 * Ends the items of a queue for which enough reviews are finished. Then stores the scores of the finished reviews that
 * are no longer hidden. With `isEnding`, also stores the scores of the hidden reviews.
 */
export async function settleItems(
  session: Session,
  project: number,
  writer: ScoreWriter,
  queue: ReviewQueueRecord,
  { now, isEnding }: { readonly now: number; readonly isEnding: boolean },
): Promise<ScoreRecord[]> {
  // A queue may have many finished reviews. So reads only the reviews whose scores are not stored yet, and the reviews
  // of items that are not done.
  const isOpen = sql<SqlBool>`(reviews.is_published = 0 OR EXISTS (SELECT 1 FROM review_items i
    WHERE i.project_id = ${project} AND i.id = reviews.item_id AND i.state <> 'DONE'))`;
  const done = await reviews.all(session, project, (query) =>
    query.where("queue_id", "=", queue.id).where("state", "=", "DONE").where(isOpen),
  );
  const itemIds = [...new Set(done.map(({ itemId }) => itemId))];
  const items = new Map(
    (await reviewItems.lockBy(session, project, "id", itemIds)).map(({ record }) => [record.id, record]),
  );
  const byItem = Map.groupBy(done, ({ itemId }) => itemId);
  const complete = [...items.values()].filter(
    ({ id, state }) =>
      (state === "WAITING" || state === "SKIPPED") && (byItem.get(id)?.length ?? 0) >= queue.reviewsPerItem,
  );
  await endItems(session, project, complete, now);
  const ended = new Set(complete.map(({ id }) => id));
  const waiting = done.flatMap((review) => {
    const item = items.get(review.itemId);
    if (item === undefined || review.isPublished) return [];
    return isEnding || !queue.isBlind || item.state === "DONE" || ended.has(item.id) ? [{ item, review }] : [];
  });
  return publish(session, project, writer, waiting);
}

async function endItems(
  session: Session,
  project: number,
  items: readonly ReviewItemRecord[],
  now: number,
): Promise<void> {
  const ended = items.map((item) => ({ ...item, ...endedAs("DONE", now) }));
  await reviewItems.replaceAll(session, project, ended);
  await deleteOpenReviews(
    session,
    project,
    items.map(({ id }) => id),
  );
}

export function endedAs(
  state: "DONE" | "FLAGGED" | "SKIPPED",
  now: number,
): Pick<ReviewItemRecord, "assignedUntil" | "assigneeId" | "endedAt" | "state"> {
  return { state, endedAt: now, assigneeId: null, assignedUntil: null };
}

/** Returns the item without its assignment if it is assigned to this reviewer; otherwise, returns it unchanged. */
export function withoutAssignee(item: ReviewItemRecord, { reviewerId }: Reviewer): ReviewItemRecord {
  return item.assigneeId === reviewerId ? { ...item, assigneeId: null, assignedUntil: null } : item;
}

export async function deleteOpenReviews(session: Session, project: number, itemIds: readonly string[]): Promise<void> {
  const { db, dialect } = session;
  const open = db.deleteFrom("reviews").where("project_id", "=", project).where("state", "=", "OPEN");
  await session.run(open.where(dialect.isIn("item_id", itemIds)));
}

/**
 * Adds `isQueueEmpty` to a change of an item. If the change ended the last waiting item of the queue, publishes the
 * event `QUEUE_EMPTY`. `wasWaiting`: whether the item was waiting before the change.
 */
export async function toChange(
  session: Session,
  project: number,
  { wasWaiting, ...change }: Omit<ReviewChange, "isQueueEmpty"> & { readonly wasWaiting: boolean },
): Promise<ReviewChange> {
  const { item } = change;
  if (!wasWaiting || item.state === "WAITING") return { ...change, isQueueEmpty: false };
  const left = await reviewItems.find(session, project, (query) =>
    query.where("queue_id", "=", item.queueId).where("state", "=", "WAITING"),
  );
  const queue = left === null ? await reviewQueues.get(session, project, item.queueId) : null;
  if (queue !== null) {
    const { id: subjectId, name } = queue;
    const at = item.endedAt ?? queue.updatedAt;
    await publishEvent(session, project, { kind: "QUEUE_EMPTY", subjectId, at, data: { queueId: subjectId, name } });
  }
  return { ...change, isQueueEmpty: left === null };
}

export async function deleteReviewItems(
  session: Session,
  project: number,
  kind: CommentSubject["kind"],
  ids: readonly string[],
): Promise<void> {
  const { db, dialect } = session;
  const deleted = await session.all(
    db
      .deleteFrom("review_items")
      .where("project_id", "=", project)
      .where(dialect.isIn(columns[kind], ids))
      .returning("id"),
  );
  if (deleted.length === 0) return;
  const itemIds = deleted.map(({ id }) => id);
  await session.run(db.deleteFrom("reviews").where("project_id", "=", project).where(dialect.isIn("item_id", itemIds)));
}

/** Inserts items that are not stored yet, if their thread or step exists. */
export async function insertMissingItems(
  session: Session,
  project: number,
  items: readonly ReviewItemRecord[],
): Promise<void> {
  await reviewItems.insertMissing(session, project, await withHeldSubjects(session, project, items));
}

/** Inserts exported reviews that are not stored yet, if their items exist. */
export async function insertMissingReviews(
  session: Session,
  project: number,
  exported: readonly ReviewRecord[],
): Promise<void> {
  const items = await reviewItems.getMany(session, project, [...new Set(exported.map(({ itemId }) => itemId))]);
  const known = new Set(items.flatMap((item) => item?.id ?? []));
  await reviews.insertMissing(
    session,
    project,
    exported.filter(({ itemId }) => known.has(itemId)),
  );
}
