/**
 * Creates the steps of the benchmarks. A step has about 2 kB, every fourth is a model call, and a thread has 20 steps.
 * There are 1,000 users.
 */

const words =
  "the customer asked about an invoice that was sent twice and wants to know when the refund arrives ".repeat(8);
/**
 * Number of different rare words in the texts. Rare words are included, because the texts of real users contain many.
 */
const vocabularySize = 30_011;
const models = ["gpt-4o", "gpt-4o-mini", "claude-sonnet-4", "mistral-large"];
const regions = ["eu-west", "eu-north", "us-east", "us-west", "ap-south"];
const types = ["llm", "tool", "retrieval", "run"] as const;

export interface BenchStep {
  readonly id: string;
  readonly threadId: string;
  readonly type: (typeof types)[number];
  readonly name: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly input: { readonly content: string };
  readonly output: { readonly content: string };
  readonly metadata: { readonly [key: string]: string | number | { readonly [key: string]: string } };
  readonly tags: readonly string[];
  readonly generation?: { readonly [key: string]: unknown };
}

function rareWords(number: number): string {
  return Array.from({ length: 25 }, (_, index) => {
    const place = (number * 7_919 + index * index * 104_729) % vocabularySize;
    return (place * 2_654_435_761).toString(36).slice(-3 - (place % 6));
  }).join(" ");
}

/** Creates the step with the given number. `run` is a prefix of the ids. */
export function makeStep(options: {
  readonly run: string;
  readonly number: number;
  readonly startedAt: number;
}): BenchStep {
  const { run, number, startedAt } = options;
  const type = types[number % types.length] ?? "run";
  const startTime = new Date(startedAt + number * 10).toISOString();
  const endTime = new Date(startedAt + number * 10 + 800).toISOString();
  const text = `${words.slice(number % 97, 590 + (number % 97))} ${rareWords(number)} for order A-${number}`;
  return {
    id: `${run}-step-${number}`,
    threadId: `${run}-thread-${Math.floor(number / 20)}`,
    type,
    name: `${type} ${number % 50}`,
    startTime,
    endTime,
    input: { content: text },
    output: { content: text },
    metadata: {
      requestId: `${run}-request-${number}`,
      region: regions[number % regions.length] ?? "",
      plan: number % 100 === 0 ? "enterprise" : "free",
      release: `1.${number % 40}.0`,
      customer: { id: `customer-${number % 1000}` },
    },
    tags: [`team-${number % 10}`, number % 1000 === 0 ? "escalated" : "routine"],
    ...(type === "llm" && {
      generation: {
        type: "CHAT",
        provider: "openai",
        model: models[number % models.length],
        inputTokenCount: 180,
        outputTokenCount: 170,
        tokenCount: 350,
        ttFirstToken: 210,
        duration: 0.8,
        messages: [{ role: "user", content: "When does the refund arrive?" }],
        messageCompletion: { role: "assistant", content: "Within five working days." },
      },
    }),
  };
}

export function makeBatches(options: {
  readonly run: string;
  readonly batches: number;
  readonly size: number;
  readonly from?: number;
}): BenchStep[][] {
  const { run, batches, size, from = 0 } = options;
  const startedAt = Date.UTC(2026, 0, 1);
  return Array.from({ length: batches }, (_, batch) =>
    Array.from({ length: size }, (__, index) => makeStep({ run, number: from + batch * size + index, startedAt })),
  );
}

/** Returns the request body that our SDK sends, with one fixed document. */
export function ingestStepsBody(steps: readonly { readonly id: string }[]): string {
  return JSON.stringify({
    query: "mutation IngestSteps($steps: [StepInput!]!) { ingestSteps(steps: $steps) { id ok message } }",
    variables: { steps },
  });
}

const aliasedFields = {
  id: "String!",
  threadId: "String",
  rootRunId: "String",
  type: "StepType",
  startTime: "DateTime",
  endTime: "DateTime",
  error: "String",
  input: "Json",
  output: "Json",
  metadata: "Json",
  parentId: "String",
  name: "String",
  generation: "GenerationPayloadInput",
  scores: "[ScorePayloadInput!]",
  attachments: "[AttachmentPayloadInput!]",
  tags: "[String!]",
} as const;

/** Returns the request body that older clients send, with one aliased `ingestStep` per step and numbered variables. */
export function aliasedBody(steps: readonly BenchStep[]): string {
  const names = Object.entries(aliasedFields);
  const declarations = steps.map((_, index) => names.map(([name, type]) => `$${name}_${index}: ${type}`).join("\n"));
  const fields = steps.map(
    (_, index) =>
      `step${index}: ingestStep(\n${names.map(([name]) => `${name}: $${name}_${index}`).join("\n")}\n) { ok message }`,
  );
  const variables = Object.fromEntries(
    steps.flatMap((step, index) => Object.entries(step).map(([name, value]) => [`${name}_${index}`, value])),
  );
  return JSON.stringify({
    query: `mutation AddStep(${declarations.join("\n")}) {\n${fields.join("\n")}\n}`,
    variables,
  });
}
