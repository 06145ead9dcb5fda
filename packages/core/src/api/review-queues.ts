import {
  ADD_REVIEW_TO_DATASET,
  ADD_REVIEW_TO_EVALUATOR,
  ADD_TO_REVIEW_QUEUE,
  COMPLETE_REVIEW_ITEM,
  CREATE_REVIEW_QUEUE,
  DELETE_REVIEW_QUEUE,
  FLAG_REVIEW,
  GET_REVIEW_AGREEMENT,
  GET_REVIEW_ITEMS,
  GET_REVIEW_QUEUE,
  GET_REVIEW_QUEUES,
  HAND_ON_REVIEW,
  RELEASE_REVIEW,
  REOPEN_REVIEW_ITEM,
  SKIP_REVIEW,
  SUBMIT_REVIEW,
  TAKE_REVIEW,
  UPDATE_REVIEW_QUEUE,
} from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type {
  NewReviewQueue,
  Review,
  ReviewAgreement,
  ReviewContent,
  ReviewedItem,
  ReviewItem,
  ReviewItemState,
  ReviewQueue,
  TakenReview,
} from "../types/review-queues.ts";
import type { EvaluatorVersion } from "../types/evaluators.ts";
import { found } from "./found.ts";

/** Operations for queues of steps and threads that people review. */
export interface ReviewQueueOperations {
  /** Lists all queues, in order of their names. */
  getReviewQueues(options?: CallOptions): Promise<ReviewQueue[]>;
  /** Returns a queue. Null if there is none. */
  getReviewQueue(id: string, options?: CallOptions): Promise<ReviewQueue | null>;
  /** Returns how often the reviewers of a queue agree, for each score that they give. */
  getReviewAgreement(id: string, options?: CallOptions): Promise<ReviewAgreement[]>;
  /** Returns a page of the items of a queue with their reviews, oldest first. Default: the first 50. */
  getReviewItems(
    queueId: string,
    page?: { state?: ReviewItemState; first?: number; skip?: number },
    options?: CallOptions,
  ): Promise<ReviewedItem[]>;
  createReviewQueue(queue: NewReviewQueue, options?: CallOptions): Promise<ReviewQueue>;
  /** Replaces the content of a queue. */
  updateReviewQueue(id: string, queue: NewReviewQueue, options?: CallOptions): Promise<ReviewQueue>;
  /** Deletes a queue with its items, and resolves to its id. Submitted scores are kept. */
  deleteReviewQueue(id: string, options?: CallOptions): Promise<string>;
  /** Adds at most 1,000 steps or threads. Resolves to the number of new items in the queue. */
  addToReviewQueue(queueId: string, targetIds: string[], options?: CallOptions): Promise<number>;
  /**
   * Returns the caller's open review in the queue or, if there is none, opens a review of the next item. With `itemId`,
   * reviews that item instead. An item that the caller skipped can be reviewed only with `retakesSkipped`. The item is
   * reserved for the caller for 15 minutes. Null if the queue has no item for the caller.
   */
  takeReview(
    queueId: string,
    item?: { itemId?: string; retakesSkipped?: boolean },
    options?: CallOptions,
  ): Promise<TakenReview | null>;
  /**
   * Ends the caller's reservation of an item, so that others can review the item now. `leaseEnd` is the value of the
   * review's `leaseEnd` that the caller read last. If the reservation was renewed since then, nothing changes. Returns
   * null if the caller has no open review with this id.
   */
  releaseReview(id: string, leaseEnd: string, options?: CallOptions): Promise<Review | null>;
  /** Submits an open review, or replaces the content of a submitted one. */
  submitReview(id: string, review: ReviewContent, options?: CallOptions): Promise<Review>;
  /** Ends an open review without scores. The item is not offered to the caller again. */
  skipReview(id: string, options?: CallOptions): Promise<ReviewItem>;
  /**
   * Reports a problem with the item that the caller is reviewing. The item becomes `FLAGGED`, and reviewers do not get
   * the item until it is reopened.
   */
  flagReview(id: string, reason: string, options?: CallOptions): Promise<ReviewItem>;
  /** Assigns the item of an open review to another member. For three days, only this member can review it. */
  handOnReview(id: string, accountId: string, options?: CallOptions): Promise<ReviewItem>;
  /** Puts a skipped, flagged or reassigned item back into its queue. */
  reopenReviewItem(id: string, options?: CallOptions): Promise<ReviewItem>;
  /** Completes an item before it has all its reviews. */
  completeReviewItem(id: string, options?: CallOptions): Promise<ReviewItem>;
  /**
   * Creates a dataset item from the step or thread of a submitted review. The corrected output of the review becomes
   * the expected output. Resolves to the id of the item.
   */
  addReviewToDataset(id: string, datasetId: string, options?: CallOptions): Promise<string>;
  /**
   * Adds a submitted review to a judge as an example, which shows the judge how people score. The review must contain
   * the score that the judge gives. Resolves to the new version of the judge.
   */
  addReviewToEvaluator(id: string, evaluatorId: string, options?: CallOptions): Promise<EvaluatorVersion>;
}

export function createReviewQueueOperations(transport: Transport): ReviewQueueOperations {
  return {
    async getReviewQueues(options) {
      return (await transport.graphql(GET_REVIEW_QUEUES, {}, options)).reviewQueues;
    },
    async getReviewQueue(id, options) {
      return (await transport.graphql(GET_REVIEW_QUEUE, { id }, options)).reviewQueue;
    },
    async getReviewAgreement(id, options) {
      const { reviewQueue } = await transport.graphql(GET_REVIEW_AGREEMENT, { id }, options);
      return found("getReviewAgreement", id, reviewQueue).agreement;
    },
    async getReviewItems(queueId, page = {}, options) {
      const { reviewQueue } = await transport.graphql(GET_REVIEW_ITEMS, { id: queueId, ...page }, options);
      return found("getReviewItems", queueId, reviewQueue).items;
    },
    async createReviewQueue(queue, options) {
      return (await transport.graphql(CREATE_REVIEW_QUEUE, { queue }, options)).createReviewQueue;
    },
    async updateReviewQueue(id, queue, options) {
      return (await transport.graphql(UPDATE_REVIEW_QUEUE, { id, queue }, options)).updateReviewQueue;
    },
    async deleteReviewQueue(id, options) {
      const data = await transport.graphql(DELETE_REVIEW_QUEUE, { id }, options);
      return found("deleteReviewQueue", id, data.deleteReviewQueue).id;
    },
    async addToReviewQueue(queueId, targetIds, options) {
      const data = await transport.graphql(ADD_TO_REVIEW_QUEUE, { queueId, targetIds }, options);
      return data.addToReviewQueue.addedCount;
    },
    async takeReview(queueId, item = {}, options) {
      return (await transport.graphql(TAKE_REVIEW, { queueId, ...item }, options)).takeReview;
    },
    async releaseReview(id, leaseEnd, options) {
      return (await transport.graphql(RELEASE_REVIEW, { id, leaseEnd }, options)).releaseReview;
    },
    async submitReview(id, review, options) {
      return (await transport.graphql(SUBMIT_REVIEW, { id, review }, options)).submitReview;
    },
    async skipReview(id, options) {
      return (await transport.graphql(SKIP_REVIEW, { id }, options)).skipReview;
    },
    async flagReview(id, reason, options) {
      return (await transport.graphql(FLAG_REVIEW, { id, reason }, options)).flagReview;
    },
    async handOnReview(id, accountId, options) {
      return (await transport.graphql(HAND_ON_REVIEW, { id, accountId }, options)).handOnReview;
    },
    async reopenReviewItem(id, options) {
      return (await transport.graphql(REOPEN_REVIEW_ITEM, { id }, options)).reopenReviewItem;
    },
    async completeReviewItem(id, options) {
      return (await transport.graphql(COMPLETE_REVIEW_ITEM, { id }, options)).completeReviewItem;
    },
    async addReviewToDataset(id, datasetId, options) {
      return (await transport.graphql(ADD_REVIEW_TO_DATASET, { id, datasetId }, options)).addReviewToDataset.id;
    },
    async addReviewToEvaluator(id, evaluatorId, options) {
      const data = await transport.graphql(ADD_REVIEW_TO_EVALUATOR, { id, evaluatorId }, options);
      return data.addReviewToEvaluator as EvaluatorVersion; // narrows JSON fields, which the service validates
    },
  };
}
