import { monotonicNow } from "../clock.ts";
import { DeliveryError } from "./delivery-error.ts";

/**
 * Minimum interval between reports of the same kind, in milliseconds, so that an outage does not fill the application's
 * log.
 */
const MIN_REPORT_INTERVAL_MS = 60_000;

export class ErrorReporter {
  readonly #onError: (error: unknown) => unknown;
  readonly #reportedAt = new Map<string, number>();

  constructor(onError: (error: unknown) => unknown) {
    this.#onError = onError;
  }

  report(error: unknown): void {
    // `onError` is the application's function, so its errors are ignored.
    try {
      void settled(this.#onError(error));
    } catch {}
  }

  /** Reports an error that every record or attempt may repeat. Reports at most one error per minute and kind. */
  reportThrottled(kind: string, message: string, cause?: unknown): void {
    const now = monotonicNow();
    if (now - (this.#reportedAt.get(kind) ?? -Infinity) < MIN_REPORT_INTERVAL_MS) return;
    this.#reportedAt.set(kind, now);
    this.report(new DeliveryError(message, { cause }));
  }
}

async function settled(result: unknown): Promise<void> {
  try {
    await result;
  } catch {}
}
