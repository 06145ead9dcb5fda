import type { DatasetItemRecord, DatasetRecord } from "./datasets.ts";
import type { ExperimentItemRecord, ExperimentRecord } from "./experiments.ts";
import type { AttachmentRecord, FileRecord } from "./files.ts";
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

/** The thread of an attachment is that of its step, so it is read, not kept. */
export type StoredAttachment = Omit<AttachmentRecord, "threadId">;

export const attachmentCodec: RowCodec<StoredAttachment> = defineCodec<StoredAttachment>({
  id: "plain",
  createdAt: "plain",
  stepId: "plain",
  name: "plain",
  mime: "plain",
  metadata: "json",
  objectKey: "plain",
  url: "plain",
});

export const fileCodec: RowCodec<FileRecord> = defineCodec<FileRecord>({
  objectKey: "plain",
  createdAt: "plain",
  name: "plain",
  mime: "plain",
  threadId: "plain",
  size: "plain",
});
