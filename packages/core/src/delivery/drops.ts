import { createId } from "../create-id.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { Fate } from "./fate.ts";
import type { Trouble } from "./trouble.ts";

/**
 * Why a record was given up: the queue or the spool was full, the service refused it or took it for too large, it was older than
 * the spool keeps, it came after `shutdown()`, or it could not be read.
 */
export type DropReason = "queue_full" | "spool_full" | "refused" | "too_large" | "expired" | "shutdown" | "unreadable";

/** How many records were given up, by reason; a reason that never occurred is absent. */
export type DropCounts = Partial<Record<DropReason, number>>;

/** The name of the steps that tell the service what was dropped; the counts are in their `metadata.dropped`. */
const DROP_REPORT_NAME = "threadline.dropped";

const MAX_REPORT_REFUSALS = 3;

/** What is said about a dropped record. */
export interface Drop {
  reason: DropReason;
  why: string;
  cause?: unknown;
  /** How many are dropped together. Default: 1. */
  count?: number | undefined;
}

/** Keeps count of what is given up, and tells it: to the host, to whoever waits for the record, and to the service. */
export class Drops {
  readonly counts: DropCounts = {};
  readonly #trouble: Trouble;
  #untold: DropCounts = {};
  #report: { json: string } | undefined;
  #reportRefusals = 0;
  #reportRefusedAfter = -1;

  constructor(trouble: Trouble) {
    this.#trouble = trouble;
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  drop(record: { id?: string; fate?: Fate | undefined }, { reason, why, cause, count = 1 }: Drop): void {
    for (const counts of [this.counts, this.#untold]) counts[reason] = (counts[reason] ?? 0) + count;
    const what = record.id === undefined ? `${count} records` : record.id;
    const message = `${what} was dropped: ${why}`;
    // Whoever waits for the record hears of it, and nobody else.
    if (record.fate?.settle(new DeliveryError(message, { cause }))) return;
    const total = this.counts[reason] ?? count;
    this.#trouble.tell(reason, total > count ? `${message} (${total} so far)` : message, cause);
  }

  /** A step that tells of the drops so far, the same one until the service has it; undefined when there is nothing to tell. */
  get report(): { json: string } | undefined {
    if (this.#report === undefined && Object.keys(this.#untold).length > 0) {
      const now = new Date().toISOString();
      const metadata = { dropped: this.#untold };
      const step = {
        id: createId(),
        type: "undefined",
        name: DROP_REPORT_NAME,
        startTime: now,
        endTime: now,
        metadata,
      };
      this.#report = { json: JSON.stringify(step) };
      this.#untold = {};
    }
    return this.#report;
  }

  /** The service has the report, or will never take it. */
  told(): void {
    this.#report = undefined;
    this.#reportRefusals = 0;
  }

  /** The service refused the report, when it had accepted so many requests. Gives it up when others are accepted in between. */
  refuseReport(accepted: number): void {
    if (this.#reportRefusedAfter !== accepted) this.#reportRefusals += 1;
    this.#reportRefusedAfter = accepted;
    if (this.#reportRefusals >= MAX_REPORT_REFUSALS) this.told();
  }
}
