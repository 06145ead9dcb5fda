import type { GivenFields, StoredGeneration, StoredStep } from "../ingest/stored-step.ts";
import type { ThreadRecord } from "../threads.ts";
import { type ColumnType, type FieldShape, type FieldTypes, toField } from "./table.ts";

// Fields of exported threads and steps. These fields differ from the columns of the tables, so they are listed
// separately.

export const threadFields: readonly FieldShape[] = defineFields<ThreadRecord>({
  id: "text",
  createdAt: "integer",
  receivedAt: "integer",
  startTime: "integer?",
  endTime: "integer?",
  name: "text?",
  metadata: "object?",
  tags: "texts?",
  environment: "text?",
  participantId: "text?",
  tokenCount: "real?",
  duration: "real?",
});

export const stepFields: readonly FieldShape[] = defineFields<StoredStep>({
  id: "text",
  createdAt: "integer",
  receivedAt: "integer",
  threadId: "text?",
  parentId: "text?",
  rootRunId: "text?",
  type: "text",
  name: "text?",
  startTime: "integer?",
  startMicros: "integer",
  endTime: "integer?",
  error: "text?",
  environment: "text?",
  apiKeyId: "text?",
  tags: "texts?",
  input: "json?",
  output: "json?",
  metadata: "object?",
  generation: "object?",
  given: "object?",
});

export const generationFields: readonly FieldShape[] = defineFields<StoredGeneration>({
  type: "text",
  promptId: "text?",
  provider: "text?",
  model: "text?",
  error: "text?",
  settings: "json?",
  variables: "json?",
  tags: "texts?",
  metadata: "json?",
  tools: "json?",
  tokenCount: "real?",
  inputTokenCount: "real?",
  outputTokenCount: "real?",
  inputTokenEstimate: "real?",
  outputTokenEstimate: "real?",
  ttFirstToken: "real?",
  tokenThroughputInSeconds: "real?",
  duration: "real?",
  prompt: "json?",
  completion: "text?",
  messages: "json?",
  messageCompletion: "json?",
});

export const givenFields: readonly FieldShape[] = defineFields<Required<GivenFields>>({
  createdAt: "integer",
  error: "text?",
  generationError: "text?",
  duration: "real?",
  inputTokenEstimate: "real?",
  outputTokenEstimate: "real?",
});

function defineFields<Record>(types: FieldTypes<Record>): readonly FieldShape[] {
  return Object.entries<ColumnType>(types as Readonly<globalThis.Record<string, ColumnType>>).map(([field, type]) =>
    toField(field, type),
  );
}
