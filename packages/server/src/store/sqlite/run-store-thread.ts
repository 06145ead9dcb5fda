/** A thread that opens the file and performs the calls that arrive; the one that writes keeps the indexes and sums up. */
import { parentPort, workerData } from "node:worker_threads";
import type { MovedRecord } from "../store.ts";
import { followBackgroundWork } from "../background-work.ts";
import { FailedStoreError } from "../errors.ts";
import { openStoreOfThread, type SqliteStore } from "./open-sqlite-store.ts";
import { describeError, type StoreAnswer, type StoreCall, type StoreThreadOptions } from "./store-thread-protocol.ts";

type Method = (...values: readonly unknown[]) => Promise<unknown>;

const answer = (message: StoreAnswer): void => parentPort?.postMessage(message);
const options = workerData as StoreThreadOptions; // what `openThreadedStore` gives
// Nobody waits for background work, so that its end is told by the end of this thread alone.
followBackgroundWork(({ failure }) => {
  if (failure instanceof FailedStoreError) throw failure;
});
let store: SqliteStore;
try {
  store = await openStoreOfThread({
    ...options,
    onError: (error) => answer({ id: null, error: describeError(error) }),
  });
  answer({ id: 0, error: null, result: null });
  parentPort?.on("message", (call: StoreCall) => void perform(call));
} catch (error) {
  answer({ id: 0, error: describeError(error) });
}

async function perform({ id, path: [part = "", method], values }: StoreCall): Promise<void> {
  try {
    answer({ id, error: null, result: await find(part, method)(...values) });
  } catch (error) {
    answer({ id, error: describeError(error) });
    // Ends this thread, and by that the service.
    if (error instanceof FailedStoreError) process.exit(1);
  }
}

/** The other thread names methods of a store only; the types of its calls were checked there. */
function find(part: string, method: string | undefined): Method {
  if (part === "importRecords") {
    return (projectId, records) => store.importRecords(projectId as string, each(records as MovedRecord[]));
  }
  const owner = (method === undefined ? store : store[part as keyof SqliteStore]) as unknown as Readonly<
    Record<string, Method>
  >;
  return owner[method ?? part]?.bind(owner) ?? (() => Promise.reject(new Error(`The store has no ${part}.${method}.`)));
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
