import type { NewScoreSchema } from "@threadline/core";

/** Categories that customers choose from. */
export const feedbackCategories = [
  { label: "helpful", value: 1 },
  { label: "not helpful", value: 0 },
] as const;

/** Score schemas of the demo. */
export const scoreSchemas: NewScoreSchema[] = [
  {
    name: "user-feedback",
    description: "What the customer thought of the answer",
    type: "CATEGORICAL",
    categories: [...feedbackCategories],
  },
  {
    name: "same-answer",
    description: "How many of the words of the expected answer are there, from none to all",
    type: "CONTINUOUS",
    minimum: 0,
    maximum: 1,
  },
];
