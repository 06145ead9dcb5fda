import type { AccountStore } from "./accounts.ts";
import type { AnalyticsStore } from "./analytics.ts";
import type { AuditStore } from "./audit.ts";
import type { CalibrationStore } from "./calibrations.ts";
import type { AlertStore } from "./alerts.ts";
import type { ChannelStore } from "./channels.ts";
import type { CommentStore } from "./comments.ts";
import type { DashboardStore } from "./dashboards.ts";
import type { DatasetStore } from "./datasets.ts";
import type { EvaluationRuleStore } from "./evaluation-rules.ts";
import type { EvaluatorStore } from "./evaluators.ts";
import type { ExperimentStore } from "./experiments.ts";
import type { ExperimentRunStore } from "./experiment-runs.ts";
import type { FileStore } from "./files.ts";
import type { GenerationStore } from "./generations.ts";
import type { JsonObject } from "../json/json-value.ts";
import type { JobStore } from "./jobs.ts";
import type { ModelConnectionStore, Resealed } from "./model-connections.ts";
import type { PriceStore } from "./prices.ts";
import type { ProjectStore } from "./projects.ts";
import type { PromptStore } from "./prompts.ts";
import type { ReviewQueueStore } from "./review-queues.ts";
import type { ScoreSchemaStore } from "./score-schemas.ts";
import type { ScoreStore } from "./scores.ts";
import type { ShareStore } from "./shares.ts";
import type { StepStore } from "./steps.ts";
import type { ThreadStore } from "./threads.ts";
import type { UsageStore } from "./usage.ts";
import type { UserStore } from "./users.ts";
import type { ViewStore } from "./views.ts";

/** A record as a line of an export; `kind` is the resource. */
export interface ExportedRecord {
  readonly kind:
    | "user"
    | "thread"
    | "step"
    | "score"
    | "comment"
    | "attachment"
    | "dataset"
    | "datasetItem"
    | "pastDatasetItem"
    | "datasetVersion"
    | "experiment"
    | "experimentItem"
    | "promptLineage"
    | "promptVersion"
    | "promptRollout"
    | "promptVariant"
    | "scoreSchema"
    | "modelPrice"
    | "view"
    | "dashboard"
    | "modelConnection"
    | "evaluator"
    | "evaluatorVersion"
    | "evaluationRule"
    | "reviewQueue"
    | "reviewItem"
    | "review"
    | "channel"
    | "alert"
    | "file";
  readonly record: JsonObject;
}

/** A row that moves with its project to another store. Exports leave out some kinds of rows. */
export interface MovedRecord {
  readonly kind: ExportedRecord["kind"] | "tombstone" | "threadShare" | "auditEvent";
  readonly record: JsonObject;
}

/** Backlog of background work, in records. */
export interface StoreBacklog {
  /** Number of steps whose current content is not in the payload indexes yet. */
  readonly search: number;
  /**
   * Number of new records that are not in the rollups yet, and of changed records whose changes are not in the rollups
   * yet.
   */
  readonly sums: number;
  /** Number of projects whose generations get new costs at the moment. */
  readonly costs: number;
}

/**
 * The store: the only access to the database. Every resource method takes the project first and sees only that project.
 * A write resolves after its durable commit; the next read sees it. Callers validate the values. Plain strings contain
 * no NUL or lone surrogates; JSON values may contain both, and are read back equal.
 */
export interface Store {
  readonly projects: ProjectStore;
  readonly accounts: AccountStore;
  readonly audit: AuditStore;
  readonly threads: ThreadStore;
  readonly steps: StepStore;
  readonly generations: GenerationStore;
  readonly scores: ScoreStore;
  readonly comments: CommentStore;
  readonly scoreSchemas: ScoreSchemaStore;
  readonly views: ViewStore;
  readonly dashboards: DashboardStore;
  readonly modelConnections: ModelConnectionStore;
  readonly evaluators: EvaluatorStore;
  readonly calibrations: CalibrationStore;
  readonly evaluationRules: EvaluationRuleStore;
  readonly reviewQueues: ReviewQueueStore;
  readonly alerts: AlertStore;
  readonly channels: ChannelStore;
  readonly jobs: JobStore;
  readonly shares: ShareStore;
  readonly users: UserStore;
  readonly datasets: DatasetStore;
  readonly experiments: ExperimentStore;
  readonly experimentRuns: ExperimentRunStore;
  readonly prompts: PromptStore;
  readonly files: FileStore;
  readonly analytics: AnalyticsStore;
  readonly prices: PriceStore;
  readonly usage: UsageStore;
  /**
   * Returns the identity of the database. All processes that use the database get the same identity; copies have
   * another one. It cannot be guessed, so knowing it proves access to the database.
   */
  identity(): Promise<string>;
  /**
   * Returns a secret of this installation, such as the key that signs URLs. If the secret does not exist, it is created
   * with the value `initial`. The default of `initial` is a random value.
   */
  secret(name: string, initial?: Uint8Array): Promise<Uint8Array>;
  /**
   * Creates or replaces a secret. `encrypted` contains the values that are encrypted with the secret: `from` is the
   * stored value, and `to` is the value encrypted with the new secret. A given list must contain all stored values of
   * its kind. Rejects with a `ConflictError`, without changes, if a given list differs from the stored values. With
   * `secondFactors`, also ends every session and pending sign-in.
   */
  replaceSecret(
    name: string,
    value: Uint8Array,
    encrypted?: {
      readonly secondFactors?: readonly { readonly id: string; readonly from: string; readonly to: string }[];
      readonly connections?: readonly Resealed[];
      readonly channels?: readonly Resealed[];
    },
  ): Promise<void>;
  /** All records of a project, in an order that {@link importRecords} accepts. */
  exportRecords(projectId: string): AsyncIterable<ExportedRecord>;
  /** Yields the records of {@link exportRecords}, and tombstones, links to threads and audit events. */
  moveOut(projectId: string): AsyncIterable<MovedRecord>;
  /** Writes exported or moved records. Importing them again changes nothing. Resolves to the number of records read. */
  importRecords(projectId: string, records: AsyncIterable<MovedRecord>): Promise<number>;
  backlog(): Promise<StoreBacklog>;
  /**
   * Deletes all records that are older than the retention, without waiting for the background work. Deletes steps with
   * everything that belongs to them, and threads without steps. Charts no longer count the deleted records.
   */
  expire(): Promise<void>;
  /** Rejects if the store is unavailable. */
  check(): Promise<void>;
  /** Writes a consistent copy of the whole store to a new file while the store is in use. */
  backup(path: string): Promise<void>;
  close(): Promise<void>;
}
