import type { TakeReviewMutation } from "../../generated/review-queues.ts";

type Taken = NonNullable<TakeReviewMutation["takeReview"]>;

/** The review that is assigned to the user, with its item. */
export interface TakenReview extends Taken {
  readonly item: NonNullable<Taken["item"]>;
}
