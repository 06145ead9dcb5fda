import { RecordError } from "../records/errors.ts";
import type { ProjectUsage } from "../store/usage.ts";
import type { StoredKind } from "./storing-fields.ts";

/**
 * Value of `retry-after` for a project that has reached a quota, in seconds. Clients need not wait until the next day,
 * because the quota can be raised and records can be deleted at any time.
 */
export const quotaRetryAfter = 60;

/** Quotas of projects without quotas of their own; 0 for no limit. */
export interface QuotaDefaults {
  /** Steps per UTC day. */
  readonly stepsPerDay: number;
  /** Bytes of records and files. */
  readonly storedBytes: number;
}

/** Returns the limits that the operator set for a project; 0 for no limit. */
export function operatorLimits({ quota }: ProjectUsage, defaults: QuotaDefaults): QuotaDefaults {
  return {
    stepsPerDay: quota.stepsPerDay ?? defaults.stepsPerDay,
    storedBytes: quota.storedBytes ?? defaults.storedBytes,
  };
}

/** Returns the limits of a project, which are the lower of the operator's and the owners' limits; 0 for no limit. */
export function limitsOf(usage: ProjectUsage, defaults: QuotaDefaults): QuotaDefaults {
  const set = operatorLimits(usage, defaults);
  const { stepsPerDay, storedBytes: bytes } = usage.ownQuota;
  return { stepsPerDay: lower(set.stepsPerDay, stepsPerDay), storedBytes: lower(set.storedBytes, bytes) };
}

function lower(limit: number, own: number | null): number {
  if (own === null) return limit;
  return limit === 0 ? own : Math.min(limit, own);
}

export const dayMs = 86_400_000;

/** Throws a `RecordError` when the project's quota is exceeded. */
export function checkQuota(options: {
  readonly kind: StoredKind;
  readonly usage: ProjectUsage;
  /** Usage that this server has counted but not stored yet. It is added to `usage`. */
  readonly since: { readonly steps: number; readonly bytes: number };
  readonly defaults: QuotaDefaults;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Share of the quota that the caller may use. Default: 1. */
  readonly share?: number | undefined;
}): void {
  const { kind, usage, since, defaults, now, share = 1 } = options;
  const { stepsPerDay, storedBytes: maxBytes } = limitsOf(usage, defaults);
  const limits = { stepsPerDay: Math.ceil(stepsPerDay * share), storedBytes: Math.ceil(maxBytes * share) };
  const today = Math.floor(now / dayMs);
  const steps = (usage.day === today ? usage.steps : 0) + since.steps;
  if (kind === "steps" && limits.stepsPerDay > 0 && steps >= limits.stepsPerDay) {
    const end = new Date((today + 1) * dayMs).toISOString();
    throw new RecordError(
      "QUOTA_EXCEEDED",
      `The project reached its quota of ${limits.stepsPerDay} steps per day; it resets at ${end}`,
      { limit: limits.stepsPerDay },
    );
  }
  if (limits.storedBytes > 0 && storedBytes(usage) + since.bytes >= limits.storedBytes) {
    throw new RecordError(
      "QUOTA_EXCEEDED",
      `The project reached its storage quota of ${limits.storedBytes} bytes; delete records, which frees space within minutes, or raise the quota`,
      { limit: limits.storedBytes },
    );
  }
}

/** Returns the known storage usage of a project, in bytes. */
export function storedBytes({
  measuredBytes,
  writtenBytes,
}: Pick<ProjectUsage, "measuredBytes" | "writtenBytes">): number {
  return measuredBytes + writtenBytes;
}
