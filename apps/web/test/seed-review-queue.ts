import type { Service } from "./browser/open-ui.ts";

/** Creates a queue with two scores for threads. Returns its id. */
export async function seedReviewQueue(
  { graphql }: Pick<Service, "graphql">,
  threadIds: readonly string[],
  change: object = {},
): Promise<string> {
  const createSchema = `mutation ($schema: ScoreSchemaInput!) { createScoreSchema(schema: $schema) { id } }`;
  const categories = [
    { label: "yes", value: 1 },
    { label: "no", value: 0 },
  ];
  const { createScoreSchema: right } = (await graphql(createSchema, {
    schema: { name: "correct", description: "Whether the facts are right", type: "CATEGORICAL", categories },
  })) as { createScoreSchema: { id: string } };
  const { createReviewQueue } = (await graphql(
    `
      mutation ($queue: ReviewQueueInput!) {
        createReviewQueue(queue: $queue) {
          id
        }
      }
    `,
    {
      queue: {
        name: "Answers to check",
        instructions: "Read the **whole** thread first.",
        target: "THREAD",
        criteria: [{ scoreSchemaId: right.id, help: "Compare with the *sources*." }],
        ...change,
      },
    },
  )) as { createReviewQueue: { id: string } };
  const add = `mutation ($id: String!, $ids: [String!]!) { addToReviewQueue(queueId: $id, targetIds: $ids) { addedCount } }`;
  await graphql(add, { id: createReviewQueue.id, ids: threadIds });
  return createReviewQueue.id;
}
