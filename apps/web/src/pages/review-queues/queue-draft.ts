import type { AddReviewQueueMutationVariables, ReviewQueueFieldsFragment } from "../../generated/review-queues.ts";
import { numberText, parseNumber } from "../../ui/number-text.ts";
import { conditionsOf } from "../logs/log-conditions.ts";
import type { LogSearch } from "../logs/log-search.ts";
import { searchField } from "../logs/search-field.ts";

export type QueueInput = AddReviewQueueMutationVariables["queue"];
export type QueueTarget = QueueInput["target"];
export type QueueSource = NonNullable<QueueInput["source"]>;

export interface DraftCriterion {
  /**
   * Identifies the criterion in the form. The index cannot identify it, because removing a criterion changes the
   * indexes of the later ones.
   */
  readonly key: number;
  readonly scoreSchemaId: string;
  readonly help: string;
}

export interface QueueDraft {
  readonly name: string;
  readonly instructions: string;
  readonly target: QueueTarget;
  readonly criteria: readonly DraftCriterion[];
  readonly source: QueueSource;
  readonly search: LogSearch;
  /** Percentage. */
  readonly sampleRate: string;
  readonly judgeScore: string;
  readonly userScore: string;
  readonly threshold: string;
  readonly reviewerIds: readonly string[];
  readonly reviewsPerItem: string;
  readonly isBlind: boolean;
}

export const emptyQueue: QueueDraft = {
  name: "",
  instructions: "",
  target: "THREAD",
  criteria: [{ key: 0, scoreSchemaId: "", help: "" }],
  source: "MANUAL",
  search: {},
  sampleRate: "100",
  judgeScore: "",
  userScore: "",
  threshold: "0.5",
  reviewerIds: [],
  reviewsPerItem: "1",
  isBlind: false,
};

export function draftOfQueue(queue: ReviewQueueFieldsFragment): QueueDraft {
  const filters = queue.filters.map(({ path, ...filter }) => ({ ...filter, ...(path !== null && { path }) }));
  return {
    name: queue.name,
    instructions: queue.instructions ?? "",
    target: queue.target,
    criteria: queue.criteria
      .filter(({ scoreSchema }) => scoreSchema !== null)
      .map(({ scoreSchemaId, help }, key) => ({ key, scoreSchemaId, help: help ?? "" })),
    source: queue.source,
    search: { ...(filters.length > 0 && { filters }), ...(queue.query !== null && { query: queue.query }) },
    sampleRate: numberText(queue.sampleRate * 100),
    judgeScore: queue.judgeScore ?? "",
    userScore: queue.userScore ?? "",
    threshold: numberText(queue.threshold),
    reviewerIds: queue.reviewers.map(({ accountId }) => accountId),
    reviewsPerItem: numberText(queue.reviewsPerItem),
    isBlind: queue.isBlind,
  };
}

export function logResourceOfQueue(target: QueueTarget) {
  return target === "THREAD" ? "threads" : "steps";
}

/** Returns the conditions that select the records of a queue. A queue whose records are added by hand has none. */
export function conditionsOfQueue({
  target,
  source,
  search,
}: QueueDraft): Required<Pick<QueueInput, "filters" | "query">> {
  const resource = logResourceOfQueue(target);
  if (source === "MANUAL") return { filters: [], query: null };
  return {
    filters: conditionsOf(search, { textField: searchField(resource), now: 0, resource }),
    query: search.query ?? null,
  };
}

/** Returns the queue. If a number is not valid, returns the name of its field instead. */
export function readQueueDraft(draft: QueueDraft): QueueInput | "reviewsPerItem" | "sampleRate" | "threshold" {
  const sampleRate = parseNumber(draft.sampleRate);
  const threshold = parseNumber(draft.threshold);
  const reviewsPerItem = parseNumber(draft.reviewsPerItem);
  if (sampleRate === undefined) return "sampleRate";
  if (threshold === undefined) return "threshold";
  if (reviewsPerItem === undefined || !Number.isInteger(reviewsPerItem)) return "reviewsPerItem";
  const isDisagreement = draft.source === "DISAGREEMENT";
  return {
    name: draft.name,
    instructions: draft.instructions,
    target: draft.target,
    criteria: draft.criteria.map(({ scoreSchemaId, help }) => ({ scoreSchemaId, help })),
    source: draft.source,
    ...conditionsOfQueue(draft),
    sampleRate: sampleRate / 100,
    judgeScore: isDisagreement ? draft.judgeScore : null,
    userScore: isDisagreement ? draft.userScore : null,
    threshold,
    reviewerIds: [...draft.reviewerIds],
    reviewsPerItem,
    isBlind: draft.isBlind,
  };
}
