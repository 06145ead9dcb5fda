import type { Service } from "./browser/open-ui.ts";

/** Creates a review queue of threads with two scores in its rubric. Returns the queue's id. */
export async function seedReviewQueue(
  { graphql }: Pick<Service, "graphql">,
  threadIds: readonly string[],
  { scoreName, ...change }: { readonly scoreName?: string; readonly [field: string]: unknown } = {},
): Promise<string> {
  const createSchema = `mutation ($schema: ScoreSchemaInput!) { createScoreSchema(schema: $schema) { id } }`;
  const categories = [
    { label: "yes", value: 1 },
    { label: "no", value: 0 },
  ];
  const { createScoreSchema: right } = (await graphql(createSchema, {
    schema: {
      name: scoreName ?? "correct",
      description: "Whether the facts are right",
      type: "CATEGORICAL",
      categories,
    },
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

/** Creates a queue whose first item has a review with a correction. */
export async function seedReviewedQueue(
  service: Pick<Service, "graphql">,
  threadIds: readonly string[],
  change: { readonly [field: string]: unknown } = {},
): Promise<string> {
  const { graphql } = service;
  const queueId = await seedReviewQueue(service, threadIds, { scoreName: "correct answer", ...change });
  const { scoreSchemas } = (await graphql(`
    {
      scoreSchemas(name: "correct answer") {
        id
      }
    }
  `)) as {
    scoreSchemas: { id: string }[];
  };
  const { takeReview } = (await graphql(
    `
      mutation ($id: String!) {
        takeReview(queueId: $id) {
          id
        }
      }
    `,
    {
      id: queueId,
    },
  )) as { takeReview: { id: string } };
  await graphql(
    `
      mutation ($id: String!, $review: ReviewInput!) {
        submitReview(id: $id, review: $review) {
          id
        }
      }
    `,
    {
      id: takeReview.id,
      review: {
        scores: scoreSchemas.map(({ id }) => ({ scoreSchemaId: id, value: 0 })),
        comment: "The order was sent to another address.",
        correction: "It was sent to the address of the account.",
      },
    },
  );
  return queueId;
}
