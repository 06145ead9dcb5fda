import type { NewScoreSchema } from "@threadline/core";
import { demoPrefix } from "../demo-mark.ts";

const yesOrNo = [
  { label: "yes", value: 1 },
  { label: "no", value: 0 },
];

export const historyScoreSchemas: NewScoreSchema[] = [
  {
    name: "answer-quality",
    description: `${demoPrefix}how well a model finds that the answer meets the request`,
    type: "CONTINUOUS",
    minimum: 0,
    maximum: 1,
  },
  {
    name: "useful-review",
    description: `${demoPrefix}how useful developers find a review, from 1 to 5`,
    type: "CONTINUOUS",
    minimum: 1,
    maximum: 5,
  },
  {
    name: "meets-each-wish",
    description: `${demoPrefix}whether a plan meets each wish of the traveler`,
    type: "CATEGORICAL",
    categories: yesOrNo,
  },
  {
    name: "names-next-step",
    description: `${demoPrefix}whether an answer states what happens next, and when`,
    type: "CATEGORICAL",
    categories: yesOrNo,
  },
  {
    name: "cites-lines",
    description: `${demoPrefix}whether each finding of a review names a file and a line`,
    type: "CATEGORICAL",
    categories: yesOrNo,
  },
];
