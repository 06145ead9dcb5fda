import type { Service } from "./browser/open-ui.ts";
import { seedEvaluator, seedRepeatedJudgments } from "./seed-evaluator.ts";
import { type Improvements, seedImprovements } from "./seed-improvements.ts";
import { seedLog } from "./seed-log.ts";
import { seedReviewedQueue } from "./seed-review-queue.ts";
import { seedRule } from "./seed-rule.ts";
import { richThread } from "./rich-thread.ts";
import { supportThread } from "./thread-seed.ts";

const long = "a-name-without-any-space-that-somebody-generated-from-a-path/".repeat(4);
const turned = "تقرير المبيعات الشهري לחודש מרץ";
const many = (text: string, count: number): string => `${text} `.repeat(count).trim();

export interface SeededRecords extends Improvements {
  readonly evaluatorId: string;
  readonly ruleId: string;
  readonly queueId: string;
  /** Id of an evaluator that has judged the same step repeatedly, so that its score has superseded judgments. */
  readonly repeatedId: string;
  /** Id of an experiment whose runs use a prompt version. */
  readonly promptedId: string;
}

/** Stores typical records, and records with texts that are long, numerous, empty or right-to-left. */
export async function seedAppearance(service: Service): Promise<SeededRecords> {
  const { graphql, ingest } = service;
  await seedLog(service, { count: 24 });
  const improvements = await seedImprovements(service);
  await graphql(
    'mutation ($name: String, $tags: [String!], $metadata: Json) { upsertThread(id: "support", name: "Order A-1042", participantId: "ada@example.com", tags: ["vip"]) { id } a: upsertThread(id: "long", name: $name, participantId: $name, tags: $tags, metadata: $metadata) { id } }',
    {
      name: long,
      tags: [long, turned, ...Array.from({ length: 12 }, (_, index) => `tag-${index}`)],
      metadata: { [long]: long, nested: { [turned]: [1, 2, { deep: many("value", 60) }] } },
    },
  );
  await ingest([...supportThread, ...longSteps(), ...richThread]);
  await graphql(
    'mutation ($long: String!, $turned: String!) { a: createComment(stepId: "plan", text: $long) { id } b: createComment(threadId: "long", text: $turned) { id } }',
    { long: `**${long}**\n\n- ${many("word", 80)}`, turned },
  );
  await ingest([
    { id: "alone", type: "run", name: "nightly report", startTime: ago(9), endTime: ago(8), output: { rows: 12 } },
  ]);
  await graphql(
    `
      mutation ($long: String!, $turned: String!, $about: String, $dataset: String!) {
        a: createPromptLineage(name: $long, description: $about) {
          id
        }
        b: createPromptLineage(name: $turned, description: $turned) {
          id
        }
        c: createDataset(name: $long, description: $about, type: key_value) {
          id
        }
        d: createDataset(name: $turned, type: generation) {
          id
        }
        e: createDatasetExperiment(name: $long, datasetId: $dataset, params: { model: $long, note: $about }) {
          id
        }
        f: createScoreSchema(
          schema: { name: $long, type: CONTINUOUS, minimum: 0, maximum: 1000000, description: $about }
        ) {
          id
        }
        g: createModelPrice(
          price: {
            match: "a-model-of-our-own-.*"
            name: $long
            provider: $turned
            inputPrice: 0.000123456
            outputPrice: 12345.678
          }
        ) {
          id
        }
        h: createView(view: { name: $long, resource: threads, isShared: true }) {
          id
        }
        i: createScore(
          name: "helpfulness"
          type: HUMAN
          value: 0.5
          label: "partly"
          comment: $about
          stepId: "agent"
        ) {
          id
        }
      }
    `,
    { long, turned, about: many("An explanation that goes on for some lines.", 12), dataset: improvements.datasetId },
  );
  const evaluatorId = await seedEvaluator(service);
  return {
    ...improvements,
    evaluatorId,
    ruleId: await seedRule(service, evaluatorId),
    queueId: await seedReviewedQueue(service, ["support", "long"]),
    promptedId: await seedPromptedExperiment(service),
    repeatedId: await seedRepeatedJudgments(service, [long, turned, "Polite.", many("because", 80), "Rude."]),
  };
}

/** Stores an experiment of a prompt version, without items. */
async function seedPromptedExperiment({ graphql }: Service): Promise<string> {
  const { promptVersion } = (await graphql('{ promptVersion(name: "capital-finder", version: 1) { id } }')) as {
    promptVersion: { id: string };
  };
  const { createDatasetExperiment } = (await graphql(
    'mutation ($id: String!) { createDatasetExperiment(name: "with a prompt", promptId: $id) { id } }',
    { id: promptVersion.id },
  )) as { createDatasetExperiment: { id: string } };
  return createDatasetExperiment.id;
}

function longSteps(): Readonly<Record<string, unknown>>[] {
  const inThread = { threadId: "long" };
  const nested = Array.from({ length: 20 }, (_, index) => ({
    ...inThread,
    id: `nested-${index}`,
    parentId: index === 0 ? null : `nested-${index - 1}`,
    type: (["run", "tool", "llm", "retrieval", "rerank", "undefined"] as const)[index % 6],
    name: index % 5 === 0 ? long : `step ${index}`,
    startTime: ago(60 - index),
    ...(index % 7 !== 6 && { endTime: ago(30 - index) }),
    ...(index % 4 === 3 && { error: `Error: ${many("it did not work", 40)}\n    at ${long}` }),
    input: { [long]: many("in", 300) },
    output: { content: `${turned}\n\n${markdown}` },
    tags: [long, "short"],
    scores: [
      { name: long.slice(0, 100), type: "HUMAN", value: 0.123456789, label: turned, comment: many("because", 80) },
    ],
  }));
  return [
    {
      ...inThread,
      id: "hello",
      type: "user_message",
      name: long,
      startTime: ago(61),
      output: { content: many(long, 3) },
    },
    {
      ...inThread,
      id: "turned",
      type: "assistant_message",
      name: turned,
      startTime: ago(60),
      output: { content: many(turned, 20) },
    },
    ...nested,
    {
      ...inThread,
      id: "call",
      type: "llm",
      name: "answer",
      startTime: ago(5),
      endTime: ago(4),
      attachments: Array.from({ length: 30 }, (_, index) => ({
        id: `file-${index}`,
        name: `${index} ${long}.txt`,
        mime: "text/plain",
        url: "data:text/plain,hello",
      })),
      generation: {
        provider: "openai",
        model: long,
        inputTokenCount: 1_234_567_890,
        outputTokenCount: 987_654_321,
        ttFirstToken: 123_456,
        settings: { temperature: 0, stop: [long], nested: { [long]: true } },
        tools: [
          { type: "function", function: { name: long, description: many("does", 60), parameters: { type: "object" } } },
        ],
        messages: [
          { role: "system", content: markdown },
          { role: "user", content: many(long, 4) },
          {
            role: "assistant",
            content: null,
            tool_calls: [
              { id: "c", type: "function", function: { name: long, arguments: JSON.stringify({ [long]: long }) } },
            ],
          },
          { role: "tool", tool_call_id: "c", content: many("{}", 200) },
        ],
        messageCompletion: { role: "assistant", content: markdown },
      },
    },
  ];
}

const markdown = `# A heading\n\nSome text with \`code\`, **bold**, [a link](https://example.com) and $e^{i\\pi} + 1 = 0$.\n\n| a | b |\n| --- | --- |\n| ${long} | 2 |\n\n\`\`\`ts\nconst line = "${long}";\n\`\`\`\n\n- one\n- two\n\n> quoted\n\n<context>kept</context>`;

/** Returns a time before the last two minutes. Alerts only count complete minutes. */
function ago(seconds: number): string {
  return new Date(Date.now() - 120_000 - seconds * 1_000).toISOString();
}
