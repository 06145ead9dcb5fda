import { AsyncLocalStorage } from "node:async_hooks";
import { ReadTooLargeError } from "./errors.ts";

interface Caller {
  readonly signal: AbortSignal;
  /** False once `job` has settled. Reads that start after that are not canceled if the caller disconnects. */
  isWaiting: boolean;
}

/** Bytes of text that a read may still load from the database. */
export interface ReadBudget {
  bytes: number;
  /** False once the read has settled. Reads that start after that, in work that still runs, have no limit. */
  isReading: boolean;
}

const callers = new AsyncLocalStorage<Caller | null>();
const budgets = new AsyncLocalStorage<ReadBudget | null>();

/** Runs reads for a caller who may disconnect. The reads are canceled when the signal aborts. */
export async function forCaller<Result>(signal: AbortSignal, job: () => Promise<Result>): Promise<Result> {
  const caller = { signal, isWaiting: true };
  try {
    return await callers.run(caller, job);
  } finally {
    caller.isWaiting = false;
  }
}

/**
 * Runs a job that outlives the current caller, such as starting a timer. If the caller disconnects, work that the job
 * starts continues. This work does not use the caller's {@link ReadBudget}.
 */
export function withoutCaller<Result>(job: () => Result): Result {
  return callers.run(null, () => budgets.run(null, job));
}

/** Runs a read that rejects with a `ReadTooLargeError` at the row or value that exceeds `maxBytes`. */
export async function withinBytes<Result>(maxBytes: number, read: () => Promise<Result>): Promise<Result> {
  const budget: ReadBudget = { bytes: maxBytes, isReading: true };
  try {
    return await budgets.run(budget, read);
  } finally {
    budget.isReading = false;
  }
}

/** Returns the budget of the current read; undefined if it has no limit. */
export function readBudget(): ReadBudget | undefined {
  const budget = budgets.getStore();
  return budget?.isReading ? budget : undefined;
}

/** Subtracts read bytes from the budget. Returns false when the budget is exceeded. */
export function takeBytes(budget: ReadBudget, bytes: number): boolean {
  budget.bytes -= bytes;
  return budget.bytes >= 0;
}

export function readTooLarge(): ReadTooLargeError {
  return new ReadTooLargeError("The read exceeds its limit in bytes.");
}

/** Returns a signal that aborts when the caller disconnects; undefined if no caller waits. */
export function callerSignal(): AbortSignal | undefined {
  const caller = callers.getStore();
  return caller?.isWaiting ? caller.signal : undefined;
}
