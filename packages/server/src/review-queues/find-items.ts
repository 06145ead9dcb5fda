import { listOfReviews } from "../records/review-queues.ts";
import type { ListFilter } from "../store/list.ts";
import type { ReviewItemRecord, ReviewItemState, ReviewQueueRecord } from "../store/review-queues.ts";
import type { Store } from "../store/store.ts";

/** Number of items whose records are tested together. */
const partSize = 200;

/** Returns a page of the items of a queue whose step or thread contains a text, or has it as its id. */
export async function findItems(
  store: Pick<Store, "reviewQueues" | "steps" | "threads">,
  projectId: string,
  { id, target }: Pick<ReviewQueueRecord, "id" | "target">,
  {
    text,
    first,
    skip,
    ...states
  }: {
    readonly text: string;
    readonly state: ReviewItemState | null;
    readonly heldAt?: number;
    readonly first: number;
    readonly skip: number;
  },
): Promise<ReviewItemRecord[]> {
  const filters: readonly ListFilter[] = [
    {
      any: [
        [{ field: "id", operator: "eq", value: text }],
        [{ field: "name", operator: "ilike", value: text }],
        [{ field: "content", operator: "ilike", value: text }],
      ],
    },
  ];
  const found: ReviewItemRecord[] = [];
  for (let tested = 0; found.length < skip + first; tested += partSize) {
    // oxlint-disable no-await-in-loop -- stops when the page is complete
    const part = await store.reviewQueues.items(projectId, id, { ...states, first: partSize, skip: tested });
    const matching = new Set(await store[listOfReviews(target)].matchingIds(projectId, part.map(idOf), filters));
    // oxlint-enable no-await-in-loop
    found.push(...part.filter((item) => matching.has(idOf(item))));
    if (part.length < partSize) break;
  }
  return found.slice(skip, skip + first);
}

function idOf({ threadId, stepId }: ReviewItemRecord): string {
  return threadId ?? stepId ?? "";
}
