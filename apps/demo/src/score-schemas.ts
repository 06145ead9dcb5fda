import type { NewScoreSchema } from "@threadline/core";
import { demoPrefix } from "./demo-mark.ts";

export const feedbackCategories = [
  { label: "helpful", value: 1 },
  { label: "not helpful", value: 0 },
] as const;

export const scoreSchemas: NewScoreSchema[] = [
  {
    name: "user-feedback",
    description: `${demoPrefix}what the customer thought of the answer`,
    type: "CATEGORICAL",
    categories: [...feedbackCategories],
  },
  {
    name: "same-answer",
    description: `${demoPrefix}how many of the words of the expected answer are there, from none to all`,
    type: "CONTINUOUS",
    minimum: 0,
    maximum: 1,
  },
];
