import { monotonicNow, startTimer, stopTimer } from "../clock.ts";
import { TimeoutError } from "../errors.ts";

/** The two ways in which a call ends early: its caller's abort, and its time limit. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Settles with the work, or rejects as soon as the call ends early, though the work may not listen to the signal. */
  race<Result>(work: Promise<Result>): Promise<Result>;
  /** Throws the reason when the call has ended early: the caller's own reason, or a {@link TimeoutError}. */
  rethrow(): void;
  remainingMs(): number;
  /** Removes timers and listeners. */
  clear(): void;
}

/** Options of a deadline; without `timeoutMs` there is no limit. */
export interface DeadlineOptions {
  /** What times out, for the message. */
  what: string;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** Starts the clock. */
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
          () => controller.abort(new TimeoutError(`${what}: no answer within ${timeoutMs} ms`, timeoutMs)),
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
