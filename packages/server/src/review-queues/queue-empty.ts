import type { ReviewQueueRecord } from "../store/review-queues.ts";

/** The last waiting item of a review queue has ended. */
export interface QueueEmptyEvent {
  readonly projectId: string;
  readonly queue: ReviewQueueRecord;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type QueueEmptyListener = (event: QueueEmptyEvent) => Promise<void> | void;
