import type { TakeReviewMutation } from "../../generated/review-queues.ts";

type Taken = NonNullable<TakeReviewMutation["takeReview"]>;

/** The review that the user holds, with its item. */
export interface TakenReview extends Taken {
  readonly item: NonNullable<Taken["item"]>;
}
