import { monotonicNow, startTimer, stopTimer } from "../clock.ts";
import { TimeoutError } from "../errors.ts";

/** Ends a call when the caller aborts it, or at its timeout. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Settles like `work`. Rejects when the call ends early, even if the work ignores the signal. */
  race<Result>(work: Promise<Result>): Promise<Result>;
  /** Throws if the call ended early: the reason of the caller's abort, or a {@link TimeoutError}. */
  rethrow(): void;
  remainingMs(): number;
  clear(): void;
}

export interface DeadlineOptions {
  what: string;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

export function createDeadline({ what, signal: caller, timeoutMs }: DeadlineOptions): Deadline {
  caller?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const endsAt = timeoutMs === undefined ? Infinity : monotonicNow() + timeoutMs;
  const abort = (): void => controller.abort(caller?.reason);
  caller?.addEventListener("abort", abort, { once: true });
  const timer =
    timeoutMs === undefined
      ? undefined
      : startTimer(
          () => controller.abort(new TimeoutError(`${what}: no response within ${timeoutMs} ms`, timeoutMs)),
          timeoutMs,
        );
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  ended.catch(() => {});

  return {
    signal,
    race: (work) => Promise.race([work, ended]),
    rethrow: () => signal.throwIfAborted(),
    remainingMs: () => endsAt - monotonicNow(),
    clear() {
      stopTimer(timer);
      caller?.removeEventListener("abort", abort);
    },
  };
}
