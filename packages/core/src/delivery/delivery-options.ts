import { ConfigError } from "../errors.ts";

/** The bounds of sending in the background. */
export interface DeliveryLimits {
  /** The most that waits and travels in memory, in bytes; beyond it the oldest records are dropped, or stay in the spool. Default: 64 MiB. */
  maxQueueBytes?: number | undefined;
  /** The most records of one request. Default: 500. */
  maxBatchCount?: number | undefined;
  /** The most bytes of one request before compression, unless one record is larger. Default: 1 MiB. */
  maxBatchBytes?: number | undefined;
  /** The most requests at a time. Default: 4. */
  maxRequests?: number | undefined;
  /** How long a record may wait for others to travel with, in milliseconds. Default: 250. */
  flushIntervalMs?: number | undefined;
  /** How long one request may take, in milliseconds. Default: 10000. */
  requestTimeoutMs?: number | undefined;
  /** How long the natural end of the process may be put off to send what waits, in milliseconds. Default: 5000. */
  exitTimeoutMs?: number | undefined;
}

/** {@link DeliveryLimits} with every gap filled. */
export type Limits = { readonly [Name in keyof DeliveryLimits]-?: number };

const DEFAULT_LIMITS: Limits = {
  maxQueueBytes: 64 * 1024 * 1024,
  maxBatchCount: 500,
  maxBatchBytes: 1024 * 1024,
  maxRequests: 4,
  flushIntervalMs: 250,
  requestTimeoutMs: 10_000,
  exitTimeoutMs: 5_000,
};
/** What the service takes in one request. */
const MOST_STEPS = 1_000;

/**
 * Fills the bounds with their defaults.
 *
 * @throws {ConfigError} naming the bound that is unusable.
 */
export function resolveLimits(limits: DeliveryLimits = {}): Limits {
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (!(name in DEFAULT_LIMITS)) {
      throw new ConfigError(`delivery.${name} is no bound; there are ${Object.keys(DEFAULT_LIMITS).join(", ")}`);
    }
    const least = name === "flushIntervalMs" || name === "exitTimeoutMs" ? 0 : 1;
    const most = name === "maxBatchCount" ? MOST_STEPS : Number.MAX_SAFE_INTEGER;
    if (Number.isFinite(value) && value >= least && value <= most) continue;
    throw new ConfigError(`delivery.${name} must be a number from ${least} to ${most}`);
  }
  // Their names are those of the bounds, and undefined ones are out.
  return { ...DEFAULT_LIMITS, ...(Object.fromEntries(given) as Partial<Limits>) };
}
