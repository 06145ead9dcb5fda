import { monotonicNow } from "../clock.ts";
import { DeliveryError } from "./delivery-error.ts";

/** Trouble of one kind is told once in this time: an outage must not fill the host's log. */
const TELL_AGAIN_MS = 60_000;

/** Hands trouble to the host's `onError`, which cannot do harm by throwing or rejecting. */
export class Trouble {
  readonly #onError: (error: unknown) => unknown;
  readonly #toldAt = new Map<string, number>();

  constructor(onError: (error: unknown) => unknown) {
    this.#onError = onError;
  }

  report(error: unknown): void {
    // When the host's own hook fails, now or later, there is nobody left to tell, and the host must not be stopped.
    try {
      void settled(this.#onError(error));
    } catch {}
  }

  /** Reports what may occur for every record or attempt: at once, and then at most once a minute for each kind. */
  tell(kind: string, message: string, cause?: unknown): void {
    const now = monotonicNow();
    if (now - (this.#toldAt.get(kind) ?? -Infinity) < TELL_AGAIN_MS) return;
    this.#toldAt.set(kind, now);
    this.report(new DeliveryError(message, { cause }));
  }
}

async function settled(result: unknown): Promise<void> {
  try {
    await result;
  } catch {}
}
