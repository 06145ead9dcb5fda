import type { JsonValue } from "../json/json-value.ts";
import type { CommentAuthorKind } from "./comments.ts";
import type { ScoreRecord } from "./scores.ts";
import type { ViewFilter } from "./views.ts";

export type ReviewTarget = "STEP" | "THREAD";

/**
 * Source of the items of a queue. `MANUAL`: members add them. `FILTER`: matching records are added in the background.
 * `DISAGREEMENT`: a matching record is added in the background if the judge's score reaches `threshold` and the user's
 * score does not, or the other way round.
 */
export type ReviewSource = "MANUAL" | "FILTER" | "DISAGREEMENT";

/** Kind of the job that adds records to the queues of a project. */
export const fillJob = "fill-review-queues";

export interface ReviewCriterion {
  /** The schema may have been deleted. */
  readonly scoreSchemaId: string;
  /** Markdown; null without help. */
  readonly help: string | null;
}

/** Targets that people review by a rubric. Times are epoch milliseconds. */
export interface ReviewQueueRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Unique in the project. */
  readonly name: string;
  /** Markdown; null without instructions. */
  readonly instructions: string | null;
  readonly target: ReviewTarget;
  readonly criteria: readonly ReviewCriterion[];
  readonly source: ReviewSource;
  readonly filters: readonly ViewFilter[];
  /** Query in the search syntax of threads or steps, depending on `target`. */
  readonly query: string | null;
  /** 0 to 1. */
  readonly sampleRate: number;
  /** Name of the judge's score that is compared; null unless the source is `DISAGREEMENT`. */
  readonly judgeScore: string | null;
  /** Name of the user's score that is compared; null unless the source is `DISAGREEMENT`. */
  readonly userScore: string | null;
  readonly threshold: number;
  /** Ids of the accounts that may review. If empty, all members who may create scores can review. */
  readonly reviewerIds: readonly string[];
  readonly reviewsPerItem: number;
  /** Whether scores stay hidden until an item has all its reviews. */
  readonly isBlind: boolean;
}

export type ReviewItemState = "WAITING" | "DONE" | "SKIPPED" | "FLAGGED";

/** A target in a queue. Either `threadId` or `stepId` is set. */
export interface ReviewItemRecord {
  /**
   * Derived from the ids of the queue and the target. A target that is added twice gets the same id, so it is stored
   * once.
   */
  readonly id: string;
  readonly createdAt: number;
  readonly queueId: string;
  readonly threadId: string | null;
  readonly stepId: string | null;
  readonly state: ReviewItemState;
  /** Time at which the item got its last review, or was completed, skipped or flagged; null while it waits. */
  readonly endedAt: number | null;
  /** Account that the item is assigned to. Only this account can take it until `assignedUntil`. */
  readonly assigneeId: string | null;
  readonly assignedUntil: number | null;
  readonly flagReason: string | null;
  readonly flaggedBy: string | null;
}

export type NewReviewItem = Pick<ReviewItemRecord, "createdAt" | "id" | "stepId" | "threadId">;

/** The account or API key of a reviewer. The id is empty on a service without sign-in. */
export interface Reviewer {
  readonly reviewerKind: CommentAuthorKind;
  readonly reviewerId: string;
  /** Name of the reviewer at the time of the last review. */
  readonly reviewerName: string | null;
}

export interface ReviewScore {
  readonly id: string;
  readonly scoreSchemaId: string;
  readonly name: string;
  readonly value: number;
  readonly label: string | null;
}

/** `OPEN`: the reviewer holds the item until `leaseEnd`. */
export type ReviewState = "OPEN" | "DONE" | "SKIPPED";

/** Review of an item by one reviewer. A reviewer has at most one for each item. */
export interface ReviewRecord extends Reviewer {
  readonly id: string;
  readonly createdAt: number;
  readonly queueId: string;
  readonly itemId: string;
  readonly state: ReviewState;
  readonly leaseEnd: number | null;
  readonly endedAt: number | null;
  readonly scores: readonly ReviewScore[];
  readonly comment: string | null;
  /** Corrected output; null without one. */
  readonly correction: JsonValue;
  /** Whether the scores of the review are stored as scores of the target. */
  readonly isPublished: boolean;
}

/** Scores of a review, from which the agreement between reviewers is computed. */
export type ReviewRatings = Pick<ReviewRecord, "itemId" | "reviewerId" | "reviewerKind" | "scores">;

/**
 * A request of a reviewer at the time `now`. `leaseMs`: duration of the reviewer's lease on an item, in milliseconds.
 */
export interface ReviewTurn {
  readonly reviewer: Reviewer;
  readonly now: number;
  readonly leaseMs: number;
}

export type ReviewContent = Pick<ReviewRecord, "comment" | "correction" | "scores">;

export interface ReviewChange {
  readonly item: ReviewItemRecord;
  readonly review: ReviewRecord | null;
  readonly scores: readonly ScoreRecord[];
  /** Whether this change ended the last item of the queue that was waiting. */
  readonly isQueueEmpty: boolean;
}

export interface ReviewerFigures {
  readonly reviewerKind: CommentAuthorKind;
  readonly reviewerId: string;
  readonly reviewerName: string | null;
  readonly doneCount: number;
  readonly skippedCount: number;
  readonly lastReviewAt: number;
}

export interface ReviewFigures {
  readonly waitingCount: number;
  /** Number of waiting items with an open review. */
  readonly inReviewCount: number;
  readonly doneCount: number;
  readonly skippedCount: number;
  readonly flaggedCount: number;
  readonly reviewers: readonly ReviewerFigures[];
}

/**
 * Store of review queues, their items and reviews. If a thread or a step is deleted, its items are deleted with their
 * reviews.
 */
export interface ReviewQueueStore {
  /** Returns all queues of the project, by name. */
  all(projectId: string): Promise<ReviewQueueRecord[]>;
  getMany(projectId: string, ids: readonly string[]): Promise<(ReviewQueueRecord | null)[]>;
  /** Rejects with a {@link ConflictError} if the name is taken, or the project has `limit` queues. */
  create(projectId: string, queue: ReviewQueueRecord, limit: number): Promise<ReviewQueueRecord>;
  /**
   * Replaces a queue, and ends its items that then have all their reviews. Resolves to null if not found. Rejects with
   * a {@link ConflictError} if another queue has the name. Also rejects if the queue has items and `target` changes.
   */
  replace(
    projectId: string,
    queue: ReviewQueueRecord,
  ): Promise<{ readonly queue: ReviewQueueRecord; readonly scores: readonly ScoreRecord[] } | null>;
  /**
   * Deletes a queue. Before that, stores the scores of its blind reviews that are still hidden, so that the scores are
   * kept. Resolves to null if not found.
   */
  delete(
    projectId: string,
    id: string,
    now: number,
  ): Promise<{ readonly queue: ReviewQueueRecord; readonly scores: readonly ScoreRecord[] } | null>;
  /**
   * Adds items, up to `limit` items in the queue. Skips items that exist, and items whose targets do not exist.
   * Resolves to the number of added items; null if the queue is not found.
   */
  add(projectId: string, queueId: string, items: readonly NewReviewItem[], limit: number): Promise<number | null>;
  /** Counts the waiting and ended items of queues, in the order of `ids`. */
  figures(projectId: string, ids: readonly string[], now: number): Promise<ReviewFigures[]>;
  /** Number of items of each queue that the reviewer could take, in the order of `ids`. */
  available(projectId: string, ids: readonly string[], turn: Omit<ReviewTurn, "leaseMs">): Promise<number[]>;
  /** Items of a queue, oldest first. With `heldAt`, only the items for which a reviewer has a lease at this time. */
  items(
    projectId: string,
    queueId: string,
    query: {
      readonly state: ReviewItemState | null;
      readonly heldAt?: number | undefined;
      readonly first: number;
      readonly skip: number;
    },
  ): Promise<ReviewItemRecord[]>;
  getItems(projectId: string, ids: readonly string[]): Promise<(ReviewItemRecord | null)[]>;
  getReview(projectId: string, id: string): Promise<ReviewRecord | null>;
  /** Reviews of each item, in order of creation. */
  reviewsOf(projectId: string, itemIds: readonly string[]): Promise<ReviewRecord[][]>;
  /**
   * Scores of the newest finished reviews of a queue. With `isPublished`, returns only reviews whose scores are stored,
   * so that the hidden reviews of a blind queue stay hidden.
   */
  finished(
    projectId: string,
    queueId: string,
    query: { readonly isPublished: boolean; readonly limit: number },
  ): Promise<ReviewRatings[]>;
  /**
   * Gives the reviewer an item to review. If the reviewer has an open review and its item still needs it, renews the
   * lease. Otherwise, opens a review of the next item that needs one. Deletes all other open reviews of the reviewer in
   * the queue. Resolves to null if no item needs a review.
   *
   * With `itemId`, only this item can be given. If the reviewer has skipped it, it can only be given with
   * `retakesSkipped`, which deletes the skip.
   */
  take(
    projectId: string,
    queueId: string,
    turn: ReviewTurn & {
      readonly reviewId: string;
      readonly itemId?: string | undefined;
      readonly retakesSkipped?: boolean | undefined;
    },
  ): Promise<ReviewRecord | null>;
  /**
   * Ends the lease of an open review of the reviewer, if the lease still ends at `leaseEnd`. Resolves to the review, or
   * to null if not found.
   */
  release(
    projectId: string,
    reviewId: string,
    turn: Omit<ReviewTurn, "leaseMs">,
    leaseEnd: number,
  ): Promise<ReviewRecord | null>;
  /**
   * Submits an open review, or replaces the content of a submitted one. Resolves to null if the review, its item or its
   * target does not exist. Rejects with a {@link ConflictError} if other reviewers completed the item meanwhile. Also
   * rejects if the queue is blind and the scores of the submitted review are already published.
   */
  submit(
    projectId: string,
    reviewId: string,
    turn: Omit<ReviewTurn, "leaseMs">,
    content: ReviewContent,
  ): Promise<ReviewChange | null>;
  /**
   * Ends a review without scores. The reviewer does not get the item again. `eligible` are the accounts that may review
   * the item. If too few of them have neither reviewed nor skipped it, the item cannot get all of its reviews, and is
   * skipped for everyone. Resolves to null if not found.
   */
  skip(
    projectId: string,
    reviewId: string,
    turn: Omit<ReviewTurn, "leaseMs">,
    eligible: readonly string[],
  ): Promise<ReviewChange | null>;
  /**
   * Flags the item of an open review, and deletes the review. The item no longer waits for reviews. Resolves to null if
   * not found.
   */
  flag(
    projectId: string,
    reviewId: string,
    turn: Omit<ReviewTurn, "leaseMs">,
    reason: string,
  ): Promise<ReviewChange | null>;
  /**
   * Assigns the item of an open review to another account. Resolves to null if not found. Rejects with a
   * {@link ConflictError} if that account has already reviewed or skipped the item.
   */
  handOn(
    projectId: string,
    reviewId: string,
    turn: Omit<ReviewTurn, "leaseMs">,
    assignee: { readonly id: string; readonly until: number },
  ): Promise<ReviewChange | null>;
  /**
   * Puts a skipped, flagged or assigned item back into the queue. Reviewers who skipped the item can get it again. If
   * the item has all its reviews, ends it instead. Resolves to null if not found.
   */
  reopen(projectId: string, itemId: string): Promise<ReviewChange | null>;
  /** Ends an item with the reviews that it has, and stores their scores. Resolves to null if not found. */
  complete(projectId: string, itemId: string, now: number): Promise<ReviewChange | null>;
}
