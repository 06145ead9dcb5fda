import { createId } from "../create-id.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { DeliveryOutcome } from "./delivery-outcome.ts";
import type { ErrorReporter } from "./error-reporter.ts";

/**
 * Why a record was dropped: the queue or the spool was full, the service refused it or found it too large, it was older than
 * `maxAgeMs`, it was recorded after `shutdown()`, or it could not be serialized or read.
 */
export type DropReason = "queue_full" | "spool_full" | "refused" | "too_large" | "expired" | "shutdown" | "unreadable";

/** Number of dropped records by reason; reasons that never occurred are absent. */
export type DropCounts = Partial<Record<DropReason, number>>;

/** Name of the steps that report drops to the service; the counts are in their `metadata.dropped`. */
const DROP_REPORT_NAME = "threadline.dropped";

const MAX_REPORT_REFUSALS = 3;

/** A dropped record, or several. */
export interface Drop {
  reason: DropReason;
  why: string;
  cause?: unknown;
  /** Number of records. Default: 1. */
  count?: number | undefined;
}

/** Counts dropped records, and reports them to the host, to callers that await them, and to the service. */
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
    const what = record.id === undefined ? `${count} records` : record.id;
    const message = `${what} was dropped: ${why}`;
    // A caller that awaits the record gets the error; it is not reported twice.
    if (record.outcome?.settle(new DeliveryError(message, { cause }))) return;
    const total = this.counts[reason] ?? count;
    this.#errors.reportThrottled(reason, total > count ? `${message} (${total} so far)` : message, cause);
  }

  /** Step that reports the drops so far; the same one until the service has it. Undefined when there are none. */
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

  /** Discards the report: the service has it, or keeps refusing it. */
  acknowledged(): void {
    this.#report = undefined;
    this.#reportRefusals = 0;
  }

  /** Notes that the service refused the report after `accepted` requests. Discards it when others succeed in between. */
  refuseReport(accepted: number): void {
    if (this.#reportRefusedAfter !== accepted) this.#reportRefusals += 1;
    this.#reportRefusedAfter = accepted;
    if (this.#reportRefusals >= MAX_REPORT_REFUSALS) this.acknowledged();
  }
}
