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
    // `onError` is a function of the application. An error in it must not stop the delivery, so it is ignored.
    try {
      void settled(this.#onError(error));
    } catch {}
  }

  /**
   * Reports an error that may occur for many records or attempts, for example during an outage. Each kind of error is
   * reported at most once per minute.
   */
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
