import { AsyncLocalStorage } from "node:async_hooks";

interface Caller {
  readonly signal: AbortSignal;
  /** What is begun on behalf of the caller and goes on after the answer is not canceled. */
  isWaiting: boolean;
}

const callers = new AsyncLocalStorage<Caller | null>();

/** Performs reads for a caller who may leave before they are done: they are given up when the signal aborts. */
export async function forCaller<Result>(signal: AbortSignal, job: () => Promise<Result>): Promise<Result> {
  const caller = { signal, isWaiting: true };
  try {
    return await callers.run(caller, job);
  } finally {
    caller.isWaiting = false;
  }
}

/** Performs what outlives the caller, such as starting a timer of background work. */
export function forNobody<Result>(job: () => Result): Result {
  return callers.run(null, job);
}

/** Aborts when the caller leaves; undefined when no caller waits. */
export function callerSignal(): AbortSignal | undefined {
  const caller = callers.getStore();
  return caller?.isWaiting ? caller.signal : undefined;
}
