import type { Service } from "./browser/open-ui.ts";
import { seedDashboard } from "./seed-dashboard.ts";

export interface Improvements {
  readonly datasetId: string;
  readonly itemIds: readonly string[];
  /** Ids of three experiments. The first has the best scores. */
  readonly experimentIds: readonly string[];
  readonly userId: string;
  readonly dashboardId: string;
}

const countries = [
  ["France", "Paris"],
  ["Italy", "Rome"],
  ["Chile", "Santiago"],
  ["Kenya", "Nairobi"],
  ["Japan", "Tokyo"],
] as const;

/**
 * Stores a dataset, three experiments on it with runs and scores, a prompt with three versions, users, and a score
 * schema.
 */
export async function seedImprovements(service: Service): Promise<Improvements> {
  const { datasetId, itemIds } = await seedDataset(service);
  const experimentIds: string[] = [];
  for (const [name, wrong] of [
    ["baseline", []],
    ["shorter prompt", ["Chile", "Kenya"]],
    ["smaller model", ["Italy"]],
  ] as const) {
    experimentIds.push(await seedExperiment(service, { datasetId, itemIds, name, wrong }));
  }
  await seedPrompt(service);
  const dashboardId = await seedDashboard(service);
  return { datasetId, itemIds, experimentIds, userId: await seedUsers(service), dashboardId };
}

async function seedDataset({ graphql }: Service): Promise<{ datasetId: string; itemIds: string[] }> {
  const { createDataset } = (await graphql(
    'mutation { createDataset(name: "capitals", description: "Countries and their capitals") { id } }',
  )) as { createDataset: { id: string } };
  const items = countries.map(([country, city]) => ({ input: { country }, expectedOutput: { city } }));
  const { createDatasetItems } = (await graphql(
    `
      mutation ($id: String!, $items: [NewDatasetItemInput!]!) {
        createDatasetItems(datasetId: $id, items: $items) {
          id
        }
      }
    `,
    { id: createDataset.id, items },
  )) as { createDatasetItems: { id: string }[] };
  return { datasetId: createDataset.id, itemIds: createDatasetItems.map(({ id }) => id) };
}

async function seedExperiment(
  { graphql, ingest }: Service,
  experiment: { datasetId: string; itemIds: readonly string[]; name: string; wrong: readonly string[] },
): Promise<string> {
  const { datasetId, itemIds, name, wrong } = experiment;
  const { createDatasetExperiment } = (await graphql(
    "mutation ($name: String!, $id: String!, $params: Json) { createDatasetExperiment(name: $name, datasetId: $id, params: $params) { id } }",
    { name, id: datasetId, params: { model: "gpt-4o-mini", prompt: name } },
  )) as { createDatasetExperiment: { id: string } };
  for (const [index, [country, city]] of countries.entries()) {
    const isWrong = wrong.includes(country);
    const output = {
      city: isWrong ? "I do not know" : city,
      answer: `The capital of ${country} is ${isWrong ? "unknown to me" : city}.`,
    };
    const run = crypto.randomUUID();
    const startTime = new Date(Date.now() - 60_000).toISOString();
    const endTime = new Date(Date.now() - 58_500).toISOString();
    const inputTokenCount = name === "smaller model" ? 50 : 100;
    const generation = { provider: "openai", model: "gpt-4o-mini", inputTokenCount, outputTokenCount: 10 };
    await ingest([
      { id: run, name: "Experiment Run", type: "run", startTime, endTime, input: { country }, output },
      { id: `${run}-call`, parentId: run, type: "llm", startTime, endTime, generation },
    ]);
    const { createDatasetExperimentItem } = (await graphql(
      `
        mutation ($experiment: String!, $item: String, $run: String, $input: Json, $output: Json) {
          createDatasetExperimentItem(
            datasetExperimentId: $experiment
            datasetItemId: $item
            experimentRunId: $run
            input: $input
            output: $output
          ) {
            id
          }
        }
      `,
      { experiment: createDatasetExperiment.id, item: itemIds[index], run, input: { country }, output },
    )) as { createDatasetExperimentItem: { id: string } };
    await graphql(
      `
        mutation ($id: String!, $value: Float!) {
          createScore(name: "exact", type: CODE, value: $value, datasetExperimentItemId: $id) {
            id
          }
        }
      `,
      { id: createDatasetExperimentItem.id, value: isWrong ? 0 : name === "baseline" && country === "Japan" ? 0.5 : 1 },
    );
  }
  return createDatasetExperiment.id;
}

async function seedPrompt({ graphql, ingest }: Service): Promise<void> {
  const { createPromptLineage } = (await graphql(
    'mutation { createPromptLineage(name: "capital-finder", description: "Names the capital of a country") { id } }',
  )) as { createPromptLineage: { id: string } };
  const versions: string[] = [];
  for (const text of [
    "You know geography.\nAnswer with the city alone.",
    "You know geography.\nAnswer with the city alone, in {{language}}.",
    "You are a teacher of geography.\nAnswer with the city alone, in {{language}}.\n{{#hints}}Hint: {{.}}\n{{/hints}}",
  ]) {
    const templateMessages = [
      { role: "system", content: text },
      { role: "user", content: "What is the capital of {{country}}?" },
    ];
    const { createPromptVersion } = (await graphql(
      `
        mutation ($id: String!, $templateMessages: Json, $settings: Json, $defaults: Json) {
          createPromptVersion(
            lineageId: $id
            templateMessages: $templateMessages
            settings: $settings
            variablesDefaultValues: $defaults
          ) {
            id
          }
        }
      `,
      {
        id: createPromptLineage.id,
        templateMessages,
        settings: { provider: "openai", model: "gpt-4o-mini", temperature: 0 },
        defaults: { language: "English" },
      },
    )) as { createPromptVersion: { id: string } };
    versions.push(createPromptVersion.id);
  }
  await ingest(
    Array.from({ length: 12 }, (_value, index) => ({
      id: crypto.randomUUID(),
      name: "find",
      type: "llm",
      startTime: new Date(Date.now() - 10_000).toISOString(),
      endTime: new Date(Date.now() - 9_000 + index * 50).toISOString(),
      ...(index === 3 && { error: "429 Too many requests" }),
      generation: {
        type: "CHAT",
        provider: "openai",
        model: "gpt-4o-mini",
        promptId: versions[index % 3],
        inputTokenCount: 100 + index,
        outputTokenCount: 10,
        duration: 1 + index * 0.05,
        ttFirstToken: 200,
      },
    })),
  );
}

async function seedUsers({ graphql, ingest }: Service): Promise<string> {
  for (const [index, participantId] of ["ada@example.com", "max@example.com"].entries()) {
    await graphql(
      "mutation ($id: String!, $name: String!, $user: String!) { upsertThread(id: $id, name: $name, participantId: $user) { id } }",
      { id: `chat-${index}`, name: `Chat ${index}`, user: participantId },
    );
    await ingest([
      { id: `message-${index}`, threadId: `chat-${index}`, type: "user_message", output: { content: "Hello" } },
    ]);
  }
  const { participant } = (await graphql('{ participant(identifier: "ada@example.com") { id } }')) as {
    participant: { id: string };
  };
  await graphql('mutation ($id: String!) { updateParticipant(id: $id, metadata: { plan: "pro", seats: 3 }) { id } }', {
    id: participant.id,
  });
  await graphql(`
    mutation {
      createScoreSchema(
        schema: {
          name: "helpfulness"
          type: CATEGORICAL
          description: "Did the answer help?"
          categories: [{ label: "yes", value: 1 }, { label: "partly", value: 0.5 }, { label: "no", value: 0 }]
        }
      ) {
        id
      }
    }
  `);
  return participant.id;
}
