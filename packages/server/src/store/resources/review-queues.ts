import { sql, type SqlBool } from "kysely";
import { parseJson } from "../../json/parse-json.ts";
import { ConflictError, limitReached, nameTaken } from "../errors.ts";
import type {
  ReviewerFigures,
  ReviewFigures,
  ReviewItemState,
  ReviewItemRecord,
  ReviewQueueStore,
  ReviewRatings,
} from "../review-queues.ts";
import { groupBy } from "../session/group-by.ts";
import type { ProjectJob, Session, Sessions } from "../session/session.ts";
import { insertMissingItems, reviewItems, reviewQueues, reviews, rowsOf, settleItems } from "./review-rows.ts";
import { createReviewTurns, takeable } from "./review-turns.ts";
import type { ScoreWriter } from "./scores.ts";

interface StateRow {
  readonly queueId: string;
  readonly state: ReviewItemState;
  readonly count: number;
}

interface RatingRow extends Omit<ReviewRatings, "scores"> {
  readonly scores: string;
}

interface ReviewerRow extends ReviewerFigures {
  readonly queueId: string;
}

export function createReviewQueueStore(sessions: Sessions, writer: ScoreWriter): ReviewQueueStore {
  /**
   * Runs a transaction that changes queues or their items. Waits until no other such transaction of the project runs.
   */
  const change = <Result>(projectId: string, job: ProjectJob<Result>): Promise<Result> =>
    sessions.write(projectId, async (session, project) => {
      await session.holdLock("reviewQueues", project);
      return job(session, project);
    });

  return {
    all: (projectId) =>
      sessions.read(projectId, (session, project) =>
        reviewQueues.all(session, project, (query) => query.orderBy("name")),
      ),

    getMany: (projectId, ids) =>
      sessions.read(projectId, (session, project) => reviewQueues.getMany(session, project, ids)),

    create: (projectId, queue, limit) =>
      change(projectId, async (session, project) => {
        await requireFreeName(session, project, queue.name);
        const count = await reviewQueues.count(session, project);
        if (count >= limit) {
          throw limitReached("review queues", { count, limit });
        }
        await reviewQueues.insert(session, project, queue);
        return queue;
      }),

    replace: (projectId, queue) =>
      change(projectId, async (session, project) => {
        const before = await reviewQueues.lock(session, project, queue.id);
        if (before === null) return null;
        if (queue.name !== before.name) await requireFreeName(session, project, queue.name);
        if (queue.target !== before.target && (await firstItem(session, project, queue.id)) !== null) {
          throw new ConflictError(
            "The target of a queue cannot change while the queue has items. Create another queue.",
          );
        }
        await reviewQueues.replace(session, project, queue);
        const settled = { now: queue.updatedAt, isEnding: false };
        return { queue, scores: await settleItems(session, project, writer, queue, settled) };
      }),

    delete: (projectId, id, now) =>
      change(projectId, async (session, project) => {
        const queue = await reviewQueues.lock(session, project, id);
        if (queue === null) return null;
        const scores = await settleItems(session, project, writer, queue, { now, isEnding: true });
        await reviewQueues.delete(session, project, id);
        const { db } = session;
        await session.run(db.deleteFrom("review_items").where("project_id", "=", project).where("queue_id", "=", id));
        await session.run(db.deleteFrom("reviews").where("project_id", "=", project).where("queue_id", "=", id));
        return { queue, scores };
      }),

    add: (projectId, queueId, items, limit) =>
      change(projectId, async (session, project) => {
        if ((await reviewQueues.lock(session, project, queueId)) === null) return null;
        const [before = 0] = await reviewItems.countBy(session, project, "queue_id", [queueId]);
        const known = await reviewItems.getMany(
          session,
          project,
          items.map(({ id }) => id),
        );
        const missing = items.filter((_, index) => known[index] === null).slice(0, Math.max(0, limit - before));
        if (missing.length === 0) return 0;
        const added = missing.map((item): ReviewItemRecord => ({ ...item, queueId, ...waiting }));
        await insertMissingItems(session, project, added);
        const [after = 0] = await reviewItems.countBy(session, project, "queue_id", [queueId]);
        return after - before;
      }),

    figures: (projectId, ids, now) =>
      sessions.read(projectId, async (session, project) => {
        const { dialect } = session;
        const states = await rowsOf<StateRow>(
          session,
          sql`SELECT queue_id AS "queueId", state, count(*) AS count FROM review_items
            WHERE project_id = ${project} AND ${dialect.isIn("queue_id", ids)} GROUP BY queue_id, state`,
        );
        const held = await rowsOf<{ readonly queueId: string; readonly count: number }>(
          session,
          sql`SELECT r.queue_id AS "queueId", count(DISTINCT r.item_id) AS count FROM reviews r
            JOIN review_items i ON i.project_id = ${project} AND i.id = r.item_id
            WHERE r.project_id = ${project} AND ${dialect.isIn("r.queue_id", ids)} AND r.state = 'OPEN'
              AND r.lease_end > ${now} AND i.state = 'WAITING' GROUP BY r.queue_id`,
        );
        const reviewers = await rowsOf<ReviewerRow>(
          session,
          sql`SELECT queue_id AS "queueId", reviewer_kind AS "reviewerKind", reviewer_id AS "reviewerId",
              max(reviewer_name) AS "reviewerName", count(CASE WHEN state = 'DONE' THEN 1 END) AS "doneCount",
              count(CASE WHEN state = 'SKIPPED' THEN 1 END) AS "skippedCount", max(ended_at) AS "lastReviewAt"
            FROM reviews WHERE project_id = ${project} AND ${dialect.isIn("queue_id", ids)} AND state <> 'OPEN'
            GROUP BY queue_id, reviewer_kind, reviewer_id ORDER BY 5 DESC, 3`,
        );
        const byQueue = groupBy(ids, reviewers, ({ queueId }) => queueId);
        return ids.map((id, index) => {
          const own = states.filter(({ queueId }) => queueId === id);
          const inReviewCount = held.find(({ queueId }) => queueId === id)?.count ?? 0;
          return { ...toFigures(own), inReviewCount, reviewers: (byQueue[index] ?? []).map(withoutQueue) };
        });
      }),

    available: (projectId, ids, { reviewer, now }) =>
      sessions.read(projectId, async (session, project) => {
        const counts = await rowsOf<{ readonly queueId: string; readonly count: number }>(
          session,
          sql`SELECT i.queue_id AS "queueId", count(*) AS count ${takeable(project, reviewer, now)}
            AND ${session.dialect.isIn("i.queue_id", ids)} GROUP BY i.queue_id`,
        );
        return ids.map((id) => counts.find(({ queueId }) => queueId === id)?.count ?? 0);
      }),

    items: (projectId, queueId, { state, heldAt, first, skip }) =>
      sessions.read(projectId, (session, project) =>
        reviewItems.all(session, project, (query) => {
          const ofQueue = query.where("queue_id", "=", queueId);
          const inState = state === null ? ofQueue : ofQueue.where("state", "=", state);
          const isHeld = sql<SqlBool>`EXISTS (SELECT 1 FROM reviews r WHERE r.project_id = ${project}
            AND r.item_id = review_items.id AND r.state = 'OPEN' AND r.lease_end > ${heldAt})`;
          return (heldAt === undefined ? inState : inState.where(isHeld))
            .orderBy(sql.ref("key"))
            .limit(first)
            .offset(skip);
        }),
      ),

    getItems: (projectId, ids) =>
      sessions.read(projectId, (session, project) => reviewItems.getMany(session, project, ids)),

    getReview: (projectId, id) => sessions.read(projectId, (session, project) => reviews.get(session, project, id)),

    reviewsOf: (projectId, itemIds) =>
      sessions.read(projectId, async (session, project) => {
        const found = await reviews.allBy(session, project, "item_id", itemIds);
        const inOrder = found.toSorted((one, other) => one.key - other.key).map(({ record }) => record);
        return groupBy(itemIds, inOrder, ({ itemId }) => itemId);
      }),

    finished: (projectId, queueId, { isPublished, limit }) =>
      sessions
        .read(projectId, (session, project) =>
          rowsOf<RatingRow>(
            session,
            sql`SELECT item_id AS "itemId", reviewer_kind AS "reviewerKind", reviewer_id AS "reviewerId", scores
            FROM reviews WHERE project_id = ${project} AND queue_id = ${queueId} AND state = 'DONE'
              AND is_published >= ${isPublished ? 1 : 0} ORDER BY key DESC LIMIT ${limit}`,
          ),
        )
        .then((rows) => rows.map(({ scores, ...row }) => ({ ...row, scores: parseJson(scores) as never }))), // as it was stored

    ...createReviewTurns(change, writer),
  };
}

const waiting = {
  state: "WAITING",
  endedAt: null,
  assigneeId: null,
  assignedUntil: null,
  flagReason: null,
  flaggedBy: null,
} as const;

function toFigures(rows: readonly StateRow[]): Omit<ReviewFigures, "inReviewCount" | "reviewers"> {
  const countOf = (state: ReviewItemState): number => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    waitingCount: countOf("WAITING"),
    doneCount: countOf("DONE"),
    skippedCount: countOf("SKIPPED"),
    flaggedCount: countOf("FLAGGED"),
  };
}

function withoutQueue({ queueId: _queueId, ...figures }: ReviewerRow): ReviewerFigures {
  return figures;
}

function firstItem(session: Session, project: number, queueId: string): Promise<ReviewItemRecord | null> {
  return reviewItems.find(session, project, (query) => query.where("queue_id", "=", queueId));
}

async function requireFreeName(session: Session, project: number, name: string): Promise<void> {
  if ((await reviewQueues.findBy(session, project, { name })) !== null) throw nameTaken("A review queue", name);
}
