import type { ReviewQueue, Threadline } from "@threadline/core";
import { demoPrefix, demoTag, isOfDemo } from "./demo-mark.ts";
import { patient } from "./patient.ts";

const rubric = [
  { name: "answer-quality", help: "How well does the answer meet the request?" },
  { name: "names-next-step", help: "Does the customer know what happens next, and when?" },
];

/**
 * Creates a review queue of answers that users disliked. Does nothing if the demo already has a queue, or if the
 * project has none of the score schemas in `rubric`.
 */
export async function recordReviewQueue(client: Threadline): Promise<void> {
  if ((await demoQueues(client)).length > 0) return;
  const schemas = await client.api.getScoreSchemas(patient);
  const criteria = rubric.flatMap(({ name, help }) =>
    schemas.filter((schema) => schema.name === name).map(({ id }) => ({ scoreSchemaId: id, help })),
  );
  if (criteria.length === 0) return;
  await client.api.createReviewQueue(
    {
      name: `${demoPrefix}answers that users disliked`,
      instructions: "Read the request first. If the answer is wrong, **correct it**.",
      target: "STEP",
      criteria,
      source: "FILTER",
      filters: [{ field: "tags", operator: "in", value: [demoTag] }],
      query: "score.user-feedback:<0.5",
    },
    patient,
  );
}

export async function removeReviewQueue(client: Threadline): Promise<void> {
  for (const { id } of await demoQueues(client)) await client.api.deleteReviewQueue(id, patient);
}

async function demoQueues(client: Threadline): Promise<ReviewQueue[]> {
  return (await client.api.getReviewQueues(patient)).filter(isOfDemo);
}
