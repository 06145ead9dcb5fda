import type { TakenReview } from "./taken-review.ts";

/** Content of the form of a review, as the reviewer entered it. */
export interface RubricContent {
  /** Selected labels and typed numbers, by schema id. */
  readonly values: Readonly<Record<string, string>>;
  readonly comment: string;
  /** Null without a correction. */
  readonly correction: string | null;
}

export const emptyContent: RubricContent = { values: {}, comment: "", correction: null };

/** Decision of the reviewer about an item. `content` is null if the item was skipped. */
export interface Decision {
  readonly review: TakenReview;
  readonly content: RubricContent | null;
}

/** Name of the record of an item. */
export function nameOfItem({ id, threadId, stepId, thread, step }: TakenReview["item"]): string {
  return thread?.name ?? step?.name ?? threadId ?? stepId ?? id;
}
