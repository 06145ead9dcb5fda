import type { CommentAuthor, MentionedMember } from "./comments.ts";
import type { JsonValue, Maybe } from "./json.ts";
import type { StepsFilter } from "./steps.ts";
import type { ThreadsFilter } from "./threads.ts";

export type ReviewTarget = "STEP" | "THREAD";

/**
 * Source of the items of a queue. `MANUAL`: people add them. `FILTER`: matching records are added in the background.
 * `DISAGREEMENT`: matching records are added in the background if the scores of a judge and a user are on different
 * sides of a threshold.
 */
export type ReviewSource = "MANUAL" | "FILTER" | "DISAGREEMENT";

/**
 * State of an item. `WAITING`: it needs more reviews. `IN_REVIEW`: it needs more reviews, and a reviewer has it open.
 * `DONE`: it has all its reviews, or a member completed it. `SKIPPED`: too many reviewers skipped it, so not enough are
 * left for all its reviews. `FLAGGED`: a reviewer reported a problem.
 */
export type ReviewItemState = "WAITING" | "IN_REVIEW" | "DONE" | "SKIPPED" | "FLAGGED";

export type ReviewState = "OPEN" | "DONE" | "SKIPPED";

/** Settings of a review queue, for creating or replacing it. */
export interface NewReviewQueue {
  /** 1 to 255 characters, unique in the project. */
  name: string;
  /** Instructions for the reviewers, in Markdown. */
  instructions?: Maybe<string>;
  /** Kind of records in the queue. Cannot be changed while the queue has items. */
  target: ReviewTarget;
  /** The rubric: 1 to 20 scores with different schemas. */
  criteria: {
    scoreSchemaId: string;
    /** Help for this score, in Markdown. */
    help?: Maybe<string>;
  }[];
  /** Default: `MANUAL`. */
  source?: Maybe<ReviewSource>;
  /** Conditions on the records to add. Default: all records. */
  filters?: Maybe<(StepsFilter | ThreadsFilter)[]>;
  /** Query in addition to the filters, such as `model:gpt-4o -tag:test`. */
  query?: Maybe<string>;
  /** Share of the matching records that the service adds, from 0 to 1. Default: 1. */
  sampleRate?: Maybe<number>;
  /** Name of the judge's score, for `DISAGREEMENT`. */
  judgeScore?: Maybe<string>;
  /** Name of the user's score, for `DISAGREEMENT`. */
  userScore?: Maybe<string>;
  /** The judge and the user disagree if one score is below this value, and the other is not. Default: 0.5. */
  threshold?: Maybe<number>;
  /** Account ids of the reviewers. Default: all who may score. */
  reviewerIds?: Maybe<string[]>;
  /** Number of reviews that each item needs, from different reviewers, 1 to 10. Default: 1. */
  reviewsPerItem?: Maybe<number>;
  /** Whether a review stays hidden from other reviewers until its item has all required reviews. Default: false. */
  isBlind?: Maybe<boolean>;
}

/** A queue of steps or threads that people review by a rubric, which is a list of scores to give. */
export interface ReviewQueue {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change, as ISO 8601. */
  updatedAt: string;
  name: string;
  instructions: string | null;
  target: ReviewTarget;
  criteria: { scoreSchemaId: string; help: string | null }[];
  source: ReviewSource;
  filters: { path: string | null; field: string; operator: string; value: JsonValue }[];
  query: string | null;
  sampleRate: number;
  judgeScore: string | null;
  userScore: string | null;
  threshold: number;
  /** Account ids of the reviewers. Empty: everyone who may score. */
  reviewerIds: string[];
  reviewsPerItem: number;
  isBlind: boolean;
  progress: ReviewProgress;
}

/** Progress of a queue: the number of items in each state, and the number of reviews of each reviewer. */
export interface ReviewProgress {
  totalCount: number;
  waitingCount: number;
  /** Number of waiting items that a reviewer has open. */
  inReviewCount: number;
  doneCount: number;
  skippedCount: number;
  flaggedCount: number;
  /** Number of items that the caller can review now. */
  availableCount: number;
  /**
   * Reviewers, those with most reviews first. `lastReviewAt` is when the reviewer last submitted or skipped a review,
   * as ISO 8601.
   */
  reviewers: { reviewer: CommentAuthor; doneCount: number; skippedCount: number; lastReviewAt: string }[];
}

/** Agreement of the reviewers on one score. */
export interface ReviewAgreement {
  name: string;
  /** Number of items to which at least two reviewers gave this score. */
  itemCount: number;
  /**
   * Probability, from 0 to 1, that two reviewers of an item gave it the same value. The probability is calculated for
   * each item, and then averaged over the items. Null if no item has this score from two reviewers.
   */
  agreement: number | null;
  /** Cohen's kappa. Null unless there are two reviewers and the score is categorical. */
  kappa: number | null;
  /** Krippendorff's alpha. Null if all ratings are equal. */
  alpha: number | null;
}

/** A step or thread in a queue. */
export interface ReviewItem {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  queueId: string;
  /** Null for a step. */
  threadId: string | null;
  /** Null for a thread. */
  stepId: string | null;
  /**
   * Dataset item whose expected output shows reviewers what is right. If the step is the run of an experiment, this is
   * the dataset item that the experiment ran. Otherwise, this is the newest dataset item that was created from the
   * step. For a thread, the last run of the thread counts as the step. Null if neither item exists.
   *
   * In a blind queue, a dataset item that was created from a review is hidden (null) until the review item is done.
   */
  reference: { id: string; datasetId: string; expectedOutput: JsonValue } | null;
  state: ReviewItemState;
  /** Time at which the reviews of the item ended, as ISO 8601. Null while the item waits. */
  endedAt: string | null;
  /** Member that the item is assigned to. */
  assignee: MentionedMember | null;
  flagReason: string | null;
  /** Name of the reviewer who flagged the item. */
  flaggedBy: string | null;
}

/**
 * Scores, comment and correction that one reviewer gave to an item. The review is open until the reviewer submits or
 * skips it.
 */
export interface Review {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  queueId: string;
  reviewer: CommentAuthor;
  /** Whether the caller is the reviewer. */
  isOwn: boolean;
  state: ReviewState;
  /** Time until which the item is reserved for the reviewer, as ISO 8601. Null unless the review is open. */
  leaseEnd: string | null;
  /** Time at which the review was submitted or skipped, as ISO 8601. Null while the review is open. */
  endedAt: string | null;
  scores: { scoreSchemaId: string; name: string; value: number; label: string | null }[];
  comment: string | null;
  /** Corrected output. */
  correction: JsonValue;
}

/** An item with its reviews, oldest first. In a blind queue, contains only the reviews that the caller may see. */
export interface ReviewedItem extends ReviewItem {
  reviews: Review[];
}

/** An open review with its item. */
export interface TakenReview extends Review {
  /** Null if the item was deleted. */
  item: ReviewItem | null;
}

/** Scores, comment and corrected output that a reviewer submits. */
export interface ReviewContent {
  /** One score for each criterion. */
  scores: {
    scoreSchemaId: string;
    value: number;
    /** Required if several categories have the value. */
    label?: Maybe<string>;
  }[];
  comment?: Maybe<string>;
  /** Corrected output, usually text. */
  correction?: JsonValue;
}
