import { expect, test } from "vitest";
import type { GenerationRecord } from "../store/generation-record.ts";
import type { StepRecord } from "../store/steps.ts";
import { itemOfGeneration, itemOfStep } from "./datasets.ts";

const creation = { id: "item", createdAt: 1_700_000_000_000 };

const step = (id: string, fields: Partial<StepRecord> = {}): StepRecord => ({
  id,
  createdAt: creation.createdAt,
  receivedAt: creation.createdAt,
  threadId: null,
  parentId: null,
  rootRunId: null,
  apiKeyId: null,
  type: "run",
  name: id,
  startTime: creation.createdAt,
  endTime: null,
  error: null,
  environment: null,
  tags: null,
  input: null,
  output: null,
  metadata: null,
  generation: null,
  ...fields,
});

const generation = (fields: Partial<GenerationRecord>): GenerationRecord =>
  ({
    type: "CHAT",
    messages: null,
    messageCompletion: null,
    prompt: null,
    completion: null,
    variables: null,
    ...fields,
  }) as GenerationRecord;

test("an item of a step copies its input and output, and its descendants", () => {
  const item = itemOfStep(
    { datasetId: "d", stepId: "s" },
    {
      ...creation,
      step: step("s", { input: { q: 1 }, output: { a: 2 } }),
      descendants: [step("child", { parentId: "s", type: "tool", output: { found: true } })],
    },
  );
  expect(item).toMatchObject({
    id: "item",
    datasetId: "d",
    stepId: "s",
    input: { q: 1 },
    expectedOutput: { a: 2 },
    metadata: {},
  });
  expect(item.intermediarySteps).toEqual([
    expect.objectContaining({
      id: "child",
      parentId: "s",
      name: "child",
      type: "tool",
      input: null,
      output: { found: true },
      startTime: "2023-11-14T22:13:20.000Z",
      endTime: null,
      error: null,
      metadata: null,
    }),
  ]);
});

test("a step with too many descendants cannot become an item", () => {
  const descendants = Array.from({ length: 1_001 }, (_, index) => step(String(index)));
  expect(() => itemOfStep({ datasetId: "d", stepId: "s" }, { ...creation, step: step("s"), descendants })).toThrow(
    "stepId: the step has 1001 descendants, but a dataset item can contain at most 1000",
  );
});

test("an item of a chat has its messages and completion, and the prompt's type and variables", () => {
  const messages = [{ role: "user", content: "Hi" }];
  const messageCompletion = { role: "assistant", content: "Hello" };
  const item = itemOfGeneration(
    { datasetId: "d", generationId: "s", metadata: { source: "prod" } },
    { ...creation, stepId: "s", generation: generation({ messages, messageCompletion, variables: { a: "b" } }) },
  );
  expect(item).toMatchObject({ input: { messages }, expectedOutput: messageCompletion, stepId: "s" });
  expect(item.metadata).toEqual({ promptType: "CHAT", variables: { a: "b" }, source: "prod" });
});

test("an item without a completion expects an empty object", () => {
  const args = { datasetId: "d", generationId: "s" };
  const chat = itemOfGeneration(args, { ...creation, stepId: "s", generation: generation({}) });
  const completion = itemOfGeneration(args, {
    ...creation,
    stepId: "s",
    generation: generation({ type: "COMPLETION", prompt: "Hi" }),
  });
  expect(chat).toMatchObject({ input: { messages: [] }, expectedOutput: {} });
  expect(completion).toMatchObject({
    input: { prompt: "Hi" },
    expectedOutput: {},
    metadata: { promptType: "COMPLETION" },
  });
});
