import type { Generated } from "kysely";
import type { Role } from "../permissions.ts";
import type { InvitationRecord } from "../accounts.ts";
import type { AuditEvent } from "../audit.ts";
import type { AuthRecords } from "../auth-records.ts";
import type { AlertChange, AlertRecord } from "../alerts.ts";
import type { ChannelRecord, DeliveryRecord } from "../channels.ts";
import type { CommentRecord } from "../comments.ts";
import type { DashboardRecord } from "../dashboards.ts";
import type { DatasetItemRecord, DatasetRecord, DatasetVersionRecord, PastDatasetItem } from "../datasets.ts";
import type { EvaluationArrival, EvaluationRuleDay, EvaluationRuleRecord } from "../evaluation-rules.ts";
import type { EvaluatorRecord, EvaluatorVersionRecord } from "../evaluators.ts";
import type { ExperimentItemRecord, ExperimentRecord } from "../experiments.ts";
import type { FileRecord, StoredAttachment } from "../files.ts";
import type { ExperimentRunRecord } from "../experiment-runs.ts";
import type { JobRecord } from "../jobs.ts";
import type { ModelConnectionRecord } from "../model-connections.ts";
import type { ModelPriceRecord } from "../prices.ts";
import type { ApiKeyRecord, ProjectRecord } from "../projects.ts";
import type { PromptLineageRecord, PromptRollout, PromptVariantRecord, StoredPromptVersion } from "../prompts.ts";
import type { ReviewItemRecord, ReviewQueueRecord, ReviewRecord } from "../review-queues.ts";
import type { RetentionDays } from "../upkeep/retention.ts";
import type { ScoreRecord } from "../scores.ts";
import type { ScoreSchemaRecord } from "../score-schemas.ts";
import type { ThreadRecord } from "../threads.ts";
import type { ThreadShareRecord } from "../shares.ts";
import type { ProjectQuota, ProjectUsage } from "../usage.ts";
import type { UserRecord } from "../users.ts";
import type { ViewRecord } from "../views.ts";
import type { SnakeCase } from "./snake-case.ts";

/** Tables of records: each row has an `id` and belongs to a project. */
export interface ProjectRecords {
  api_keys: Omit<ApiKeyRecord, "projectId">;
  attachments: StoredAttachment;
  audit_events: AuditEvent;
  comments: CommentRecord;
  dashboards: DashboardRecord;
  alert_changes: AlertChange;
  alerts: AlertRecord;
  channels: ChannelRecord;
  dataset_items: DatasetItemRecord;
  datasets: DatasetRecord;
  deliveries: DeliveryRecord;
  evaluation_arrivals: EvaluationArrival;
  evaluation_rules: EvaluationRuleRecord;
  evaluator_versions: EvaluatorVersionRecord;
  evaluators: EvaluatorRecord;
  experiment_items: ExperimentItemRecord;
  experiments: ExperimentRecord;
  experiment_runs: ExperimentRunRecord;
  jobs: JobRecord;
  invitations: Omit<InvitationRecord, "projectId">;
  model_connections: ModelConnectionRecord;
  model_prices: ModelPriceRecord;
  prompt_lineages: PromptLineageRecord;
  prompt_variants: PromptVariantRecord;
  prompt_versions: StoredPromptVersion;
  review_items: ReviewItemRecord;
  review_queues: ReviewQueueRecord;
  reviews: ReviewRecord;
  score_schemas: ScoreSchemaRecord;
  scores: ScoreRecord;
  thread_shares: ThreadShareRecord;
  threads: StoredThread;
  users: UserRecord;
  views: ViewRecord;
}

/** Row of a thread with the totals of its steps. The cost is in billionths of a US dollar. */
interface StoredThread extends Pick<ThreadRecord, "id" | "createdAt" | "environment" | "metadata" | "name" | "tags"> {
  readonly receivedAt: number | null;
  readonly userId: string | null;
  readonly participant: string | null;
  readonly tokenCount: number | null;
  readonly countedSteps: number;
  readonly cost: number | null;
  readonly pricedSteps: number;
  readonly firstStep: number | null;
  readonly firstStart: number | null;
  readonly lastEnd: number | null;
  readonly lastActivity: number;
}

/** Tables whose rows belong to a project and have no `id`. */
export interface ProjectRows {
  dataset_versions: DatasetVersionRecord;
  evaluation_rule_days: EvaluationRuleDay;
  /** `leftOver`: whether no record references the file any more, so that its bytes have to be deleted. */
  files: FileRecord & { readonly leftOver: boolean };
  members: { readonly account: string; readonly role: Role; readonly createdAt: number };
  past_dataset_items: PastDatasetItem;
  prompt_rollouts: PromptRollout & { readonly lineageId: string };
  project_usage: Omit<ProjectUsage, "ownQuota" | "quota"> &
    ProjectQuota & { readonly ownStepsPerDay: number | null; readonly ownStoredBytes: number | null };
  /** `record` is the key of a thread, step or score, depending on `kind`. */
  record_tags: {
    readonly kind: "thread" | "step" | "generation" | "score";
    readonly tag: string;
    readonly createdAt: number;
    readonly record: number;
  };
  tombstones: { readonly kind: string; readonly id: string; readonly deletedAt: number };
}

/** Tables outside of projects. */
export interface InstallationRows extends AuthRecords {
  deleted_projects: {
    readonly key: number;
    readonly deletedAt: number;
    readonly isFreed: boolean;
    /** Whether bytes of the project's files still have to be deleted. */
    readonly hasFiles: boolean;
  };
  projects: ProjectRecord & {
    readonly retentionDays: RetentionDays;
    readonly ownRetentionDays: RetentionDays;
    readonly requiresSecondFactor: boolean;
  };
  secrets: { readonly name: string; readonly value: Uint8Array };
}

export type RecordTableName = keyof ProjectRecords;
export type TableName = RecordTableName | keyof ProjectRows | keyof InstallationRows;
/** Type of a table's records, with the field names of the API. */
export type RecordOf<Name extends TableName> = (ProjectRecords & ProjectRows & InstallationRows)[Name];

type Stored<Value> = [NonNullable<Value>] extends [boolean]
  ? number
  : [NonNullable<Value>] extends [string | number | Uint8Array]
    ? Value
    : string | null;

type Columns<Record> = { [Field in keyof Record & string as SnakeCase<Field>]: Stored<Record[Field]> };

export type Tables = {
  [Name in RecordTableName]: Columns<ProjectRecords[Name]> & { key: Generated<number>; project_id: number };
} & { [Name in keyof ProjectRows]: Columns<ProjectRows[Name]> & { project_id: number } } & {
  [Name in keyof InstallationRows]: Columns<InstallationRows[Name]>;
} & {
  files: { key: Generated<number> };
  past_dataset_items: { key: Generated<number> };
  projects: { key: Generated<number> };
};
