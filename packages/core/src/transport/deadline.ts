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
  wait(delayMs: number): Promise<void>;
  /** Lets go of timers and listeners. */
  clear(): void;
}

/** What a deadline is made of; without `timeoutMs` there is no limit. */
export interface DeadlineOptions {
  /** What is waited for, for the message. */
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

  const race = <Result>(work: Promise<Result>): Promise<Result> => Promise.race([work, ended]);
  return {
    signal,
    race,
    rethrow: () => signal.throwIfAborted(),
    remainingMs: () => endsAt - monotonicNow(),
    async wait(delayMs) {
      let waiting: ReturnType<typeof startTimer> | undefined;
      try {
        await race(
          new Promise<void>((resolve) => {
            waiting = startTimer(resolve, delayMs);
          }),
        );
      } finally {
        stopTimer(waiting);
      }
    },
    clear() {
      stopTimer(timer);
      caller?.removeEventListener("abort", abort);
    },
  };
}
