import type { AuditEvent } from "./audit.ts";
import type { DatasetItemRecord, DatasetRecord } from "./datasets.ts";
import type { ExperimentItemRecord, ExperimentRecord } from "./experiments.ts";
import type { AttachmentRecord, FileRecord } from "./files.ts";
import type { PromptLineageRecord, PromptVariantRecord, PromptVersionRecord } from "./prompts.ts";
import type { ScoreSchemaRecord } from "./score-schemas.ts";
import { defineCodec, type RowCodec } from "./row-codec.ts";
import type { ThreadShareRecord } from "./shares.ts";
import type { ViewRecord } from "./views.ts";

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

export function withoutIdentity({ identity: _identity, ...version }: StoredPromptVersion): PromptVersionRecord {
  return version;
}

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

/** Booleans are stored as 0 and 1. */
type StoredView = Omit<ViewRecord, "isShared"> & { readonly isShared: number };

const storedViewCodec: RowCodec<StoredView> = defineCodec<StoredView>({
  id: "plain",
  createdAt: "plain",
  updatedAt: "plain",
  name: "plain",
  resource: "plain",
  filters: "json",
  columns: "json",
  orderBy: "json",
  isShared: "plain",
  ownerId: "plain",
});

/** The codec of views, whose columns are the fields of the record. */
export const viewCodec: RowCodec<ViewRecord> = {
  fields: storedViewCodec.fields,
  columns: storedViewCodec.columns,
  toParameters: (view) => storedViewCodec.toParameters({ ...view, isShared: Number(view.isShared) }),
  toRecord(row) {
    const view = storedViewCodec.toRecord(row);
    return { ...view, isShared: view.isShared !== 0 };
  },
};

export const auditCodec: RowCodec<AuditEvent> = defineCodec<AuditEvent>({
  id: "plain",
  createdAt: "plain",
  action: "plain",
  actorKind: "plain",
  actorId: "plain",
  actorName: "plain",
  address: "plain",
  subjectId: "plain",
  subjectName: "plain",
  details: "json",
});

export const shareCodec: RowCodec<ThreadShareRecord> = defineCodec<ThreadShareRecord>({
  id: "plain",
  createdAt: "plain",
  threadId: "plain",
  createdBy: "plain",
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
