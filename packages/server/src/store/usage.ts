import type { Claim } from "./claims.ts";
import type { RetentionDays } from "./upkeep/retention.ts";

/** Quota of a project; null: the installation's default, 0: unlimited. */
export interface ProjectQuota {
  /** Maximum number of steps per UTC day. Each write of a step counts, even if it updates an existing step. */
  readonly stepsPerDay: number | null;
  /** Maximum number of bytes of records and files. */
  readonly storedBytes: number | null;
}

export interface OwnLimits extends ProjectQuota {
  readonly retentionDays: RetentionDays;
}

/** Usage of a project. It is only counted while the project has a quota. */
export interface ProjectUsage {
  /** Set by the operator. */
  readonly quota: ProjectQuota;
  /** Set by the project's owners; null for no limit. The lower of the operator's and the owners' limits applies. */
  readonly ownQuota: ProjectQuota;
  /** Day of the `steps` count, as days since 1970 in UTC. */
  readonly day: number;
  readonly steps: number;
  /** Bytes written since the start of the last measurement. The usage is `measuredBytes` plus `writtenBytes`. */
  readonly writtenBytes: number;
  /** Bytes of the records and files at the last measurement. */
  readonly measuredBytes: number;
  /** End of the last measurement, in epoch ms; null before the first. */
  readonly measuredAt: number | null;
}

/** Usage since the counts were last stored by {@link UsageStore.add}. `day`: days since 1970 in UTC. */
export interface UsageCount {
  readonly day: number;
  readonly steps: number;
  readonly bytes: number;
}

export const noUsage: ProjectUsage = {
  quota: { stepsPerDay: null, storedBytes: null },
  ownQuota: { stepsPerDay: null, storedBytes: null },
  day: 0,
  steps: 0,
  writtenBytes: 0,
  measuredBytes: 0,
  measuredAt: null,
};

/** Usage and quotas of projects. Counts are stored periodically, not in the transactions of the counted writes. */
export interface UsageStore {
  get(projectId: string): Promise<ProjectUsage>;
  /**
   * Adds to the stored counts of steps and bytes. If `day` is a new day, the count of steps first restarts at 0.
   * Resolves to the new usage.
   */
  add(projectId: string, count: UsageCount): Promise<ProjectUsage>;
  setQuota(projectId: string, quota: ProjectQuota): Promise<void>;
  /**
   * Sets the limits that the owners of a project chose, in one transaction. Absent limits stay unchanged. Rejects with
   * a `ForbiddenError` if the account or key of `claim` lacks the permission.
   */
  setOwnLimits(projectId: string, limits: Partial<OwnLimits>, claim?: Claim): Promise<void>;
  /**
   * Measures the size of a batch of records: payloads, items of datasets and experiments, metadata and uploaded files.
   * `from` is the `next` of the previous call, or null for the first one. `next` is null after the last record.
   */
  measure(projectId: string, from: string | null): Promise<{ readonly bytes: number; readonly next: string | null }>;
  /** Stores a measurement. `written` is the value that `writtenBytes` had when the measurement started. */
  setMeasured(
    projectId: string,
    measured: { readonly bytes: number; readonly at: number; readonly written: number },
  ): Promise<void>;
}
