import type { DatasetItemRecord, DatasetRecord } from "./datasets.ts";
import type { ExperimentItemRecord, ExperimentRecord } from "./experiments.ts";
import type { PromptLineageRecord, PromptVariantRecord, PromptVersionRecord } from "./prompts.ts";
import type { ScoreSchemaRecord } from "./score-schemas.ts";
import { defineCodec, type RowCodec } from "./row-codec.ts";

export const datasetCodec: RowCodec<DatasetRecord> = defineCodec<DatasetRecord>({
  id: "plain",
  createdAt: "plain",
  name: "plain",
  description: "plain",
  metadata: "json",
  type: "plain",
});

export const datasetItemCodec: RowCodec<DatasetItemRecord> = defineCodec<DatasetItemRecord>({
  id: "plain",
  createdAt: "plain",
  datasetId: "plain",
  metadata: "json",
  input: "json",
  expectedOutput: "json",
  intermediarySteps: "json",
  stepId: "plain",
});

export const experimentCodec: RowCodec<ExperimentRecord> = defineCodec<ExperimentRecord>({
  id: "plain",
  createdAt: "plain",
  name: "plain",
  datasetId: "plain",
  promptExperimentId: "plain",
  promptId: "plain",
  params: "json",
});

export const experimentItemCodec: RowCodec<ExperimentItemRecord> = defineCodec<ExperimentItemRecord>({
  id: "plain",
  createdAt: "plain",
  datasetExperimentId: "plain",
  datasetItemId: "plain",
  experimentRunId: "plain",
  input: "json",
  output: "json",
});

export const promptLineageCodec: RowCodec<PromptLineageRecord> = defineCodec<PromptLineageRecord>({
  id: "plain",
  createdAt: "plain",
  name: "plain",
  description: "plain",
  deletedAt: "plain",
  championId: "plain",
});

/** A version with the identity of its content, which only the store needs. */
export interface StoredPromptVersion extends PromptVersionRecord {
  readonly identity: string;
}

export const promptVersionCodec: RowCodec<StoredPromptVersion> = defineCodec<StoredPromptVersion>({
  id: "plain",
  lineageId: "plain",
  createdAt: "plain",
  updatedAt: "plain",
  version: "plain",
  identity: "plain",
  versionDesc: "plain",
  label: "plain",
  status: "plain",
  tags: "json",
  type: "plain",
  templateMessages: "json",
  tools: "json",
  settings: "json",
  variables: "json",
  variablesDefaultValues: "json",
});

export const promptVariantCodec: RowCodec<PromptVariantRecord> = defineCodec<PromptVariantRecord>({
  id: "plain",
  createdAt: "plain",
  fromLineageId: "plain",
  fromVersion: "plain",
  scoreTemplateId: "plain",
  templateMessages: "json",
  settings: "json",
  tools: "json",
  variables: "json",
});

export const scoreSchemaCodec: RowCodec<ScoreSchemaRecord> = defineCodec<ScoreSchemaRecord>({
  id: "plain",
  createdAt: "plain",
  updatedAt: "plain",
  name: "plain",
  description: "plain",
  type: "plain",
  categories: "json",
  minimum: "plain",
  maximum: "plain",
});
