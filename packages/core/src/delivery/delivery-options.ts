import { ConfigError } from "../errors.ts";

/** Limits of background delivery. */
export interface DeliveryLimits {
  /**
   * Maximum memory of pending records, in bytes. Beyond it, the oldest records are dropped; with a spool, new records
   * are kept only on disk. Default: 64 MiB.
   */
  maxQueueBytes?: number | undefined;
  /** Maximum number of records per request. Default: 500. */
  maxBatchCount?: number | undefined;
  /**
   * Maximum size of a request before compression, in bytes. A single larger record is sent in a request of its own.
   * Default: 1 MiB.
   */
  maxBatchBytes?: number | undefined;
  /** Maximum number of concurrent requests. Default: 4. */
  maxRequests?: number | undefined;
  /**
   * Time in milliseconds that a record waits for later records, so that one request sends them together. Under steady
   * load, records wait up to four times as long, but at most a second. Default: 250.
   */
  flushIntervalMs?: number | undefined;
  /** Timeout of one request, in milliseconds. Default: 10000. */
  requestTimeoutMs?: number | undefined;
  /** Maximum time that pending records may delay the normal end of the process, in milliseconds. Default: 5000. */
  exitTimeoutMs?: number | undefined;
}

/** {@link DeliveryLimits} with defaults applied. */
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
/** Maximum number of steps that the service accepts per request. */
const MAX_STEPS = 1_000;

/**
 * Applies the default limits.
 *
 * @throws {ConfigError} for an invalid limit, with its name in the message.
 */
export function resolveLimits(limits: DeliveryLimits = {}): Limits {
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (!(name in DEFAULT_LIMITS)) {
      throw new ConfigError(`delivery.${name} is not an option; use ${Object.keys(DEFAULT_LIMITS).join(", ")}`);
    }
    const min = name === "flushIntervalMs" || name === "exitTimeoutMs" ? 0 : 1;
    const max = name === "maxBatchCount" ? MAX_STEPS : Number.MAX_SAFE_INTEGER;
    if (Number.isFinite(value) && value >= min && value <= max) continue;
    throw new ConfigError(`delivery.${name} must be a number from ${min} to ${max}`);
  }
  // `given` has the type `Partial<Limits>`: the loop rejects unknown names, and undefined values are filtered out.
  return { ...DEFAULT_LIMITS, ...(Object.fromEntries(given) as Partial<Limits>) };
}
