import type { Reviewer, ReviewQueueRecord } from "../review-queues.ts";

export const sampleQueue: ReviewQueueRecord = {
  id: "q",
  createdAt: 10,
  updatedAt: 10,
  name: "answers",
  instructions: "Be **strict**.",
  target: "THREAD",
  criteria: [{ scoreSchemaId: "ss", help: "Is it right?" }],
  source: "FILTER",
  filters: [{ field: "metadata", operator: "eq", value: "a", path: "plan.name" }],
  query: "answer",
  sampleRate: 0.25,
  judgeScore: null,
  userScore: null,
  threshold: 0.5,
  reviewerIds: [],
  reviewsPerItem: 1,
  isBlind: false,
};

export function reviewerNamed(reviewerId: string): Reviewer {
  return { reviewerKind: "account", reviewerId, reviewerName: reviewerId };
}
