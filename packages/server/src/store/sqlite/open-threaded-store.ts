import type { Page } from "../list.ts";
import { testsRecords } from "../lists/tests-records.ts";
import type { Store } from "../store.ts";
import type { RetentionDays } from "../upkeep/retention.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { ReadingThread } from "./reading-thread.ts";
import { inOrder } from "../parents-first.ts";
import { type StepCells, stepOfCells } from "../ingest/sqlite/step-rows.ts";
import { StoreThread } from "../threads/store-thread.ts";
import { type MethodNames, withMethods, withWriter } from "../threads/with-writer.ts";

/** Methods that read many records. Other methods take less time than a call to a worker thread. */
const longReads = {
  threads: ["list", "count", "matchingIds", "idsMatchingEach"],
  steps: [
    "count",
    "matchingIds",
    "idsMatchingEach",
    "endsOfThreads",
    "errorsOfThreads",
    "turnsOfThreads",
    "descendants",
    "outlineOfThread",
    "outlineAround",
  ],
  generations: ["list", "count"],
  scores: ["list", "count", "ofStepsOfThreads"],
  calibrations: ["labels", "values", "unlabeled"],
  users: ["list", "count", "activity", "errorThreadCounts", "scores"],
  analytics: ["facets", "statistics", "timeSeries", "metadataPaths"],
  prices: ["usagesOfSteps"],
  usage: ["measure"],
} as const satisfies MethodNames;

/**
 * Opens the embedded store with worker threads for writes, for long reads, and for reads that test many records. So
 * these block neither each other nor requests. A read sees every write acknowledged before it. Rejects with a
 * `StoreOpenError`.
 */
export async function openThreadedStore(options: {
  readonly path: string;
  readonly now?: (() => number) | undefined;
  /** Retention in days. Null (the default) is unlimited. */
  readonly retentionDays?: RetentionDays | undefined;
  /** Called when writing fails permanently. */
  readonly onFailure?: ((error: Error) => void) | undefined;
  /** Called when deleting expired records fails. The deletion is retried. */
  readonly onError?: ((error: Error) => void) | undefined;
}): Promise<Store> {
  const { path, retentionDays, onFailure, onError } = options;
  const writer = await StoreThread.open({ database: "sqlite", path, retentionDays }, { onFailure, onError });
  const reader = await openSqliteStore({ ...options, readOnly: true }).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });

  const lists = new ReadingThread(path);
  // One statement of a search may take some hundred milliseconds in a log of a million records.
  const searches = new ReadingThread(path, { hasLowPriority: true });
  const longReader: Pick<StoreThread, "call"> = {
    call: (method, values) => (testsRecords(values) ? searches : lists).call(method, values),
  };
  const store = withMethods(withWriter(reader, writer), longReader, longReads);

  return {
    ...store,
    steps: {
      ...store.steps,
      async list(...values) {
        const page = (await longReader.call(["stepCells", "list"], values)) as Page<StepCells>; // the worker returns the store's result
        return { ...page, edges: page.edges.map(({ cursor, node }) => ({ cursor, node: stepOfCells(node) })) };
      },
      async ofThreads(...values) {
        const threads = (await longReader.call(["stepCells", "ofThreads"], values)) as StepCells[][]; // as above
        return threads.map((steps) => inOrder(steps.map(stepOfCells)));
      },
    },

    async close() {
      await Promise.all([lists.close(), searches.close()]);
      await store.close();
    },
  };
}
