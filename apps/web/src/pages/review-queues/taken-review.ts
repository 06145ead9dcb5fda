import type { TakeReviewMutation } from "../../generated/review-queues.ts";

type Taken = NonNullable<TakeReviewMutation["takeReview"]>;

export interface TakenReview extends Taken {
  readonly item: NonNullable<Taken["item"]>;
}
