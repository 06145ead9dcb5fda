import { createId } from "../create-id.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { DeliveryOutcome } from "./delivery-outcome.ts";
import type { ErrorReporter } from "./error-reporter.ts";

/**
 * Reason why a record was dropped: the queue or the spool was full (`queue_full`, `spool_full`), the service refused
 * the record (`refused`) or found it too large (`too_large`), it was older than `maxAgeMs` (`expired`), it was recorded
 * after `shutdown()`, or it could not be serialized or read (`unreadable`).
 */
export type DropReason = "queue_full" | "spool_full" | "refused" | "too_large" | "expired" | "shutdown" | "unreadable";

/** Number of dropped records by reason. A reason for which no record was dropped is absent. */
export type DropCounts = Partial<Record<DropReason, number>>;

/** Name of the steps that report dropped records to the service. The counts are in `metadata.dropped` of the step. */
const DROP_REPORT_NAME = "threadline.dropped";

const MAX_REPORT_REFUSALS = 3;

export interface Drop {
  reason: DropReason;
  why: string;
  cause?: unknown;
  count?: number | undefined;
}

/**
 * Counts dropped records, and reports their numbers to the service. Also reports each drop to the caller that awaits
 * the record or, if there is none, to `onError`.
 */
export class Drops {
  readonly counts: DropCounts = {};
  readonly #errors: ErrorReporter;
  readonly #newId: () => string;
  #unreported: DropCounts = {};
  #report: { json: string } | undefined;
  #reportRefusals = 0;
  #reportRefusedAfter = -1;

  constructor(reporter: ErrorReporter, newId: () => string = createId) {
    this.#errors = reporter;
    this.#newId = newId;
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  drop(record: { id?: string; outcome?: DeliveryOutcome | undefined }, { reason, why, cause, count = 1 }: Drop): void {
    for (const counts of [this.counts, this.#unreported]) counts[reason] = (counts[reason] ?? 0) + count;
    const what = record.id ?? (count === 1 ? "1 record" : `${count} records`);
    const message = `${what} ${count === 1 ? "was" : "were"} dropped: ${why}`;
    // A caller that awaits the record gets the error, so `onError` does not get it, too.
    if (record.outcome?.settle(new DeliveryError(message, { cause }))) return;
    const total = this.counts[reason] ?? count;
    this.#errors.reportThrottled(reason, total > count ? `${message} (${total} so far)` : message, cause);
  }

  /**
   * Step that reports the dropped records to the service; undefined when there is nothing to report. The getter returns
   * the same step until {@link Drops.acknowledged} is called. The next step then reports the records that were dropped
   * in the meantime.
   */
  get report(): { json: string } | undefined {
    if (this.#report === undefined && Object.keys(this.#unreported).length > 0) {
      const now = new Date().toISOString();
      const metadata = { dropped: this.#unreported };
      const step = {
        id: this.#newId(),
        type: "undefined",
        name: DROP_REPORT_NAME,
        startTime: now,
        endTime: now,
        metadata,
      };
      this.#report = { json: JSON.stringify(step) };
      this.#unreported = {};
    }
    return this.#report;
  }

  /** Discards the report after the service has stored it, or has refused it several times. */
  acknowledged(): void {
    this.#report = undefined;
    this.#reportRefusals = 0;
  }

  /**
   * Call this when the service refuses the report. After `MAX_REPORT_REFUSALS` refusals, the report is discarded.
   * `accepted` is the number of requests that the service has accepted so far. If it is the same as at the last
   * refusal, the service may be refusing every request, so the refusal does not count.
   */
  refuseReport(accepted: number): void {
    if (this.#reportRefusedAfter !== accepted) this.#reportRefusals += 1;
    this.#reportRefusedAfter = accepted;
    if (this.#reportRefusals >= MAX_REPORT_REFUSALS) this.acknowledged();
  }
}
