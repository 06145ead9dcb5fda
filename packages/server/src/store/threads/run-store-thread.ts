/**
 * Worker thread that opens a database and executes the calls it receives. A writing thread also updates indexes and
 * rollups.
 */
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { MovedRecord, Store } from "../store.ts";
import { followBackgroundWork } from "../background-work.ts";
import { FailedStoreError } from "../errors.ts";
import { forCaller, withinBytes } from "../caller.ts";
import {
  describeError,
  type StoreAnswer,
  type StoreCall,
  type StoreCancel,
  type StoreNotice,
  type StoreThreadOptions,
} from "./store-thread-protocol.ts";

type Method = (...values: readonly unknown[]) => Promise<unknown>;

const answer = (message: StoreAnswer | StoreNotice): void => parentPort?.postMessage(message);
const onError = (error: Error): void => answer({ notice: "error", error: describeError(error) });
const onWarning = (message: string): void => answer({ notice: "warning", message });
const options = workerData as StoreThreadOptions; // `StoreThread` passes them
const isReading = options.database === "sqlite" && options.readOnly === true;
followBackgroundWork(({ failure, ...slice }) => {
  // Background work has no caller, so its failure ends this thread.
  if (failure instanceof FailedStoreError) throw failure;
  answer({ notice: "work", slice, failure: failure && describeError(failure) });
});
if (options.database === "sqlite" && options.hasLowPriority) lowerPriority();
let store: Store;
/** Reads in progress that can be canceled. */
const reads = new Map<number, AbortController>();
try {
  store = await open();
  answer({ id: 0, error: null, result: null });
  parentPort?.on("message", (message: StoreCall | StoreCancel) => {
    if ("canceled" in message) reads.get(message.canceled)?.abort();
    else void perform(message);
  });
} catch (error) {
  answer({ id: 0, error: describeError(error) });
}

function lowerPriority(): void {
  // Linux changes the priority of the calling thread only. Other systems would change that of the process.
  if (process.platform !== "linux") return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some sandboxes forbid it. Then all threads have the same priority.
  }
}

/** Opens the store. Loads only the code of its database. */
async function open(): Promise<Store> {
  if (options.database === "sqlite") {
    const { openStoreOfThread } = await import("../sqlite/open-sqlite-store.ts");
    return openStoreOfThread({ ...options, onError });
  }
  const { openPostgresStore } = await import("../postgres/open-postgres-store.ts");
  return openPostgresStore({ ...options, onError, onWarning });
}

async function perform({ id, path: [part = "", method], values, maxBytes }: StoreCall): Promise<void> {
  const unbounded = async (): Promise<unknown> => find(part, method)(...values);
  const call = maxBytes === undefined ? unbounded : (): Promise<unknown> => withinBytes(maxBytes, unbounded);
  try {
    answer({ id, error: null, result: await (isReading ? performRead(id, call) : call()) });
  } catch (error) {
    answer({ id, error: describeError(error) });
    // The store cannot write any more. Here, `process.exit` only ends this worker thread. The main thread notices this,
    // and ends the service.
    if (error instanceof FailedStoreError) process.exit(1);
  }
}

async function performRead(id: number, call: () => Promise<unknown>): Promise<unknown> {
  const controller = new AbortController();
  reads.set(id, controller);
  try {
    return await forCaller(controller.signal, call);
  } finally {
    reads.delete(id);
  }
}

/** Finds a method of the store by the names in a call. The caller has checked the types of the arguments. */
function find(part: string, method: string | undefined): Method {
  if (part === "importRecords") {
    return (projectId, records) => store.importRecords(projectId as string, each(records as MovedRecord[]));
  }
  const owner = (method === undefined ? store : store[part as keyof Store]) as unknown as Readonly<
    Record<string, Method>
  >;
  return owner[method ?? part]?.bind(owner) ?? (() => Promise.reject(new Error(`The store has no ${part}.${method}.`)));
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
