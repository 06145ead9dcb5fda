import { RecordError } from "../records/errors.ts";
import type { ProjectUsage } from "../store/usage.ts";
import type { StoredKind } from "./storing-fields.ts";

/**
 * Seconds until somebody whose project is full may look again. The day may be longer, but a quota can be raised and records
 * deleted at any time.
 */
export const quotaRetryAfter = 60;

/** What every project may take that has no quota of its own; 0 for no limit. */
export interface QuotaDefaults {
  /** Steps in a day of UTC. */
  readonly stepsPerDay: number;
  /** Bytes of records and files. */
  readonly storedBytes: number;
}

/** The limits of one project; 0 for none. */
export function limitsOf({ quota }: ProjectUsage, defaults: QuotaDefaults): QuotaDefaults {
  return {
    stepsPerDay: quota.stepsPerDay ?? defaults.stepsPerDay,
    storedBytes: quota.storedBytes ?? defaults.storedBytes,
  };
}

export const dayMs = 86_400_000;

/** Throws a `RecordError` when the project has used up what it may take. */
export function checkQuota(options: {
  readonly kind: StoredKind;
  readonly usage: ProjectUsage;
  /** What was written since the usage was noted. */
  readonly since: { readonly steps: number; readonly bytes: number };
  readonly defaults: QuotaDefaults;
  /** Epoch milliseconds. */
  readonly now: number;
}): void {
  const { kind, usage, since, defaults, now } = options;
  const limits = limitsOf(usage, defaults);
  const today = Math.floor(now / dayMs);
  const steps = (usage.day === today ? usage.steps : 0) + since.steps;
  if (kind === "steps" && limits.stepsPerDay > 0 && steps >= limits.stepsPerDay) {
    const end = new Date((today + 1) * dayMs).toISOString();
    throw new RecordError(
      "QUOTA_EXCEEDED",
      `The project may record ${limits.stepsPerDay} steps in a day, which it has; the next day begins at ${end}`,
      { limit: limits.stepsPerDay },
    );
  }
  if (limits.storedBytes > 0 && storedBytes(usage) + since.bytes >= limits.storedBytes) {
    throw new RecordError(
      "QUOTA_EXCEEDED",
      `The project may store ${limits.storedBytes} bytes, which it does; delete records, and within minutes there is room`,
      { limit: limits.storedBytes },
    );
  }
}

/** Bytes that the project takes, as far as is known. */
export function storedBytes({
  measuredBytes,
  writtenBytes,
}: Pick<ProjectUsage, "measuredBytes" | "writtenBytes">): number {
  return measuredBytes + writtenBytes;
}
