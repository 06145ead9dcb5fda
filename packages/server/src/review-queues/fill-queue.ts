import { isSampled } from "../records/is-sampled.ts";
import { recordLimits } from "../records/limits.ts";
import { listOfReviews, reviewItemId } from "../records/review-queues.ts";
import { filtersOf } from "../records/rule-filters.ts";
import type { ListFilter } from "../store/list.ts";
import type { NewReviewItem, ReviewQueueRecord } from "../store/review-queues.ts";
import type { ScoreRecord } from "../store/scores.ts";
import type { Store } from "../store/store.ts";

const pageSize = 100;
/** Maximum number of pages that are read, newest records first. */
const maxPages = 10;

type FillStore = Pick<Store, "reviewQueues" | "scores" | "steps" | "threads">;

/**
 * Adds the newest records that match the source of a queue. A repeated call adds only new records. Resolves to the
 * number of added items.
 */
export async function fillQueue(
  store: FillStore,
  projectId: string,
  queue: ReviewQueueRecord,
  now: number,
): Promise<number> {
  if (queue.source === "MANUAL") return 0;
  const list = queue.source === "FILTER" ? store[listOfReviews(queue.target)] : store.scores;
  const filters = queue.source === "FILTER" ? filtersOf(queue, now) : scoresNamed(queue);
  let added = 0;
  let after: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    // oxlint-disable no-await-in-loop -- one page after the other
    const { edges, hasNextPage } = await list.list(projectId, { filters, first: pageSize, after });
    const nodes = edges.map(({ node }) => node);
    const ids =
      queue.source === "FILTER"
        ? nodes.map(({ id }) => id)
        : await disputedTargets(store, projectId, queue, nodes as ScoreRecord[], now); // the list contains scores
    added += await addTargets(
      store,
      projectId,
      queue,
      ids.filter((id) => isSampled(queue, id)),
      now,
    );
    // oxlint-enable no-await-in-loop
    after = edges.at(-1)?.cursor;
    if (!hasNextPage || after === undefined) break;
  }
  return added;
}

async function addTargets(
  store: FillStore,
  projectId: string,
  { id, target }: ReviewQueueRecord,
  targetIds: readonly string[],
  now: number,
): Promise<number> {
  const items = toReviewItems(id, target, targetIds, now);
  const known = await store.reviewQueues.getItems(
    projectId,
    items.map((item) => item.id),
  );
  const missing = items.filter((_, index) => known[index] === null);
  if (missing.length === 0) return 0;
  return (await store.reviewQueues.add(projectId, id, missing, recordLimits.reviewItems)) ?? 0;
}

export function toReviewItems(
  queueId: string,
  target: ReviewQueueRecord["target"],
  targetIds: readonly string[],
  now: number,
): NewReviewItem[] {
  return targetIds.map((targetId) => ({
    id: reviewItemId(queueId, targetId),
    createdAt: now,
    threadId: target === "THREAD" ? targetId : null,
    stepId: target === "STEP" ? targetId : null,
  }));
}

function scoresNamed({ userScore, target }: ReviewQueueRecord): ListFilter[] {
  return [
    { field: "name", operator: "eq", value: userScore },
    { field: "type", operator: "eq", value: "HUMAN" },
    { field: target === "THREAD" ? "threadId" : "stepId", operator: "nis", value: null },
  ];
}

/**
 * Returns the targets of the queue on which a user and a judge disagree: only one of their scores is at least the
 * threshold.
 */
async function disputedTargets(
  store: FillStore,
  projectId: string,
  queue: ReviewQueueRecord,
  userScores: readonly ScoreRecord[],
  now: number,
): Promise<string[]> {
  const { judgeScore, threshold, target } = queue;
  const given = userScores.flatMap(({ stepId, threadId, value }) => {
    const id = target === "THREAD" ? threadId : stepId;
    return id === null ? [] : [{ id, value }];
  });
  const ids = [...new Set(given.map(({ id }) => id))];
  if (ids.length === 0) return [];
  const scores =
    target === "THREAD" ? await store.scores.ofThreads(projectId, ids) : await store.scores.ofSteps(projectId, ids);
  const disputed = ids.filter((id, index) => {
    const judge = scores[index]?.findLast(({ name, type }) => name === judgeScore && type !== "HUMAN");
    const user = given.find((each) => each.id === id);
    return judge && user && judge.value >= threshold !== user.value >= threshold;
  });
  if (disputed.length === 0) return [];
  return store[listOfReviews(target)].matchingIds(projectId, disputed, filtersOf(queue, now));
}
