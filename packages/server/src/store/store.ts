import type { AccountStore } from "./accounts.ts";
import type { AnalyticsStore } from "./analytics.ts";
import type { AuditStore } from "./audit.ts";
import type { CommentStore } from "./comments.ts";
import type { DatasetStore } from "./datasets.ts";
import type { ExperimentStore } from "./experiments.ts";
import type { FileStore } from "./files.ts";
import type { GenerationStore } from "./generations.ts";
import type { JsonObject } from "../json/json-value.ts";
import type { PriceStore } from "./prices.ts";
import type { ProjectStore } from "./projects.ts";
import type { PromptStore } from "./prompts.ts";
import type { ScoreSchemaStore } from "./score-schemas.ts";
import type { ScoreStore } from "./scores.ts";
import type { ShareStore } from "./shares.ts";
import type { StepStore } from "./steps.ts";
import type { ThreadStore } from "./threads.ts";
import type { UsageStore } from "./usage.ts";
import type { UserStore } from "./users.ts";
import type { ViewStore } from "./views.ts";

/** One record of a project as a line of an export; `kind` names the resource. */
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
    | "experiment"
    | "experimentItem"
    | "promptLineage"
    | "promptVersion"
    | "promptRollout"
    | "promptVariant"
    | "scoreSchema"
    | "modelPrice"
    | "view"
    | "file";
  readonly record: JsonObject;
}

/** Data of a project besides its records, which moves with it, but is not exported. */
export interface MovedRecord {
  readonly kind: ExportedRecord["kind"] | "tombstone" | "threadShare" | "auditEvent";
  readonly record: JsonObject;
}

/** Work that follows the writes in the background, as counts of records that it has not reached. */
export interface StoreBacklog {
  /** Steps that the indexes over payloads do not hold in their present form. */
  readonly search: number;
  /** Records that are not in the sums over time, or changed since. */
  readonly sums: number;
  /** Projects whose stored costs follow a change of prices. */
  readonly costs: number;
}

/**
 * Where the records live: the only door to the database. Every method of a resource takes the project first and sees
 * nothing of another. A write resolves after its commit is durable; the next read sees it. Values arrive validated and
 * free of NUL and lone surrogates in plain strings (JSON values may hold both, and come back equal).
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
  readonly shares: ShareStore;
  readonly users: UserStore;
  readonly datasets: DatasetStore;
  readonly experiments: ExperimentStore;
  readonly prompts: PromptStore;
  readonly files: FileStore;
  readonly analytics: AnalyticsStore;
  readonly prices: PriceStore;
  readonly usage: UsageStore;
  /**
   * Returns the identity of the database: the same for all processes, different for others and copies. It cannot be guessed, and
   * proves access to the database.
   */
  identity(): Promise<string>;
  /** A secret of this installation, made once, or taken from `initial`, and kept, e.g. for signing URLs. */
  secret(name: string, initial?: Uint8Array): Promise<Uint8Array>;
  /**
   * Replaces or creates a secret. With `secondFactors` (the encrypted secrets of all authenticators, before and after), it also
   * replaces those, and ends every session and pending sign-in. Rejects with a `ConflictError`, without changes, when the
   * stored ones differ.
   */
  replaceSecret(
    name: string,
    value: Uint8Array,
    secondFactors?: readonly { readonly id: string; readonly from: string; readonly to: string }[],
  ): Promise<void>;
  /** Every record of a project in an order that {@link importRecords} accepts. */
  exportRecords(projectId: string): AsyncIterable<ExportedRecord>;
  /** Yields the records of {@link exportRecords}, tombstones, links to threads and audit events. */
  moveOut(projectId: string): AsyncIterable<MovedRecord>;
  /** Writes exported or moved records; repeating it changes nothing. Resolves to the number of records read. */
  importRecords(projectId: string, records: AsyncIterable<MovedRecord>): Promise<number>;
  /** Returns the backlog of background work. */
  backlog(): Promise<StoreBacklog>;
  /**
   * Takes away at once what is older than the retention of the store, if it has one: steps with all that hangs on them,
   * threads that have none left, and what the sums over time hold of both. It happens by itself.
   */
  expire(): Promise<void>;
  /** Rejects when the store cannot answer. */
  check(): Promise<void>;
  /** Writes a consistent copy of the whole store to a new file while it is in use. */
  backup(path: string): Promise<void>;
  close(): Promise<void>;
}
