import type { Page } from "../list.ts";
import type { MovedRecord, Store } from "../store.ts";
import type { RetentionDays } from "../upkeep/retention.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { ReadingThread } from "./reading-thread.ts";
import { inOrder } from "../parents-first.ts";
import { type StepCells, stepOfCells } from "../ingest/sqlite/step-rows.ts";
import { StoreThread } from "./store-thread.ts";

/** Methods that change records, by part of the store. */
const writeMethods = {
  projects: ["create", "rename", "delete", "settle", "setRetention", "requireSecondFactor", "createKey", "revokeKey"],
  accounts: [
    "createFirst",
    "createInvited",
    "acceptInvitation",
    "setPassword",
    "addMember",
    "changeRole",
    "removeMember",
    "invite",
    "revokeInvitation",
    "insertRow",
    "updateRows",
    "deleteRows",
  ],
  audit: ["append", "expire"],
  threads: ["ingest", "upsert", "update", "updateUnchanged", "delete"],
  steps: ["ingest", "delete"],
  scores: ["upsertMany", "update", "delete"],
  comments: ["create", "edit", "delete"],
  scoreSchemas: ["create", "update", "delete"],
  views: ["create", "replace", "delete"],
  shares: ["create", "delete"],
  users: ["create", "update", "delete"],
  datasets: ["create", "update", "delete", "createItems", "updateItem", "deleteItem"],
  experiments: ["create", "delete", "createItem"],
  prompts: [
    "getOrCreateLineage",
    "getOrCreateVersion",
    "setRollouts",
    "promote",
    "setLabel",
    "deleteLineage",
    "createVariant",
  ],
  analytics: ["settle"],
  prices: ["create", "update", "delete", "settle"],
  usage: ["add", "setQuota", "setMeasured"],
  files: ["upsertAttachment", "updateAttachment", "createFile", "completeFile", "deleteAttachment", "forgetLeftOver"],
} as const satisfies { readonly [Part in keyof Store]?: readonly (keyof Store[Part])[] };

/** Methods that run in the writing thread, by part of the store. */
export const writingMethods: Readonly<Record<string, readonly string[]>> = writeMethods;

/** Methods that read many records. Others are faster than a call to another thread. */
const longReads = {
  threads: ["list", "count"],
  steps: ["count", "endsOfThreads", "errorsOfThreads", "descendants", "outlineOfThread", "outlineAround"],
  generations: ["list", "count"],
  scores: ["list", "count"],
  users: ["list", "count", "activity"],
  analytics: ["facets", "statistics", "timeSeries", "metadataPaths"],
  prices: ["usagesOfSteps"],
  usage: ["measure"],
} as const satisfies { readonly [Part in keyof Store]?: readonly (keyof Store[Part])[] };

type DividedPart = keyof typeof writeMethods | keyof typeof longReads;
const dividedParts = Object.keys({ ...writeMethods, ...longReads }) as DividedPart[]; // the keys of both

/** Number of records sent between the threads at a time. */
const importBatchSize = 500;

/**
 * Opens the embedded store with a thread for writes and another one for long reads, so that neither blocks the other or
 * requests. A read sees every write acknowledged before it. Rejects with a `StoreOpenError`.
 */
export async function openThreadedStore(options: {
  readonly path: string;
  readonly now?: (() => number) | undefined;
  /** Retention in days; null, the default: unlimited. */
  readonly retentionDays?: RetentionDays | undefined;
  /** Called when writing fails permanently. */
  readonly onFailure?: ((error: Error) => void) | undefined;
  /** Called with errors of the retention, which is retried. */
  readonly onError?: ((error: Error) => void) | undefined;
}): Promise<Store> {
  const { retentionDays, onFailure, onError } = options;
  const writer = await StoreThread.open({ path: options.path, retentionDays }, onFailure, onError);
  const reader = await openSqliteStore({ ...options, readOnly: true }).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });

  const longReader = new ReadingThread(options.path);

  /** Part of the reading store, with methods that write or read for long replaced by calls to a thread. */
  function split<Part extends DividedPart>(part: Part): Store[Part] {
    const call = (thread: StoreThread | ReadingThread, names: readonly string[]): [string, unknown][] =>
      names.map((name) => [name, (...values: unknown[]) => thread.call([part, name], values)]);
    const methods = [
      ...call(writer, part in writeMethods ? writeMethods[part as keyof typeof writeMethods] : []),
      ...call(longReader, part in longReads ? longReads[part as keyof typeof longReads] : []),
    ];
    return { ...reader[part], ...Object.fromEntries(methods) };
  }

  return {
    ...reader,
    ...(Object.fromEntries(dividedParts.map((part) => [part, split(part)])) as Pick<Store, DividedPart>), // keyed by `dividedParts`
    steps: {
      ...split("steps"),
      async list(...values) {
        const page = (await longReader.call(["stepCells", "list"], values)) as Page<StepCells>; // the worker returns the store's result
        return { ...page, edges: page.edges.map(({ cursor, node }) => ({ cursor, node: stepOfCells(node) })) };
      },
      async ofThreads(...values) {
        const threads = (await longReader.call(["stepCells", "ofThreads"], values)) as StepCells[][]; // as above
        return threads.map((steps) => inOrder(steps.map(stepOfCells)));
      },
    },

    // Runs on the writer, because it may have to create its secret.
    identity: () => writer.call(["identity"], []) as Promise<string>, // the worker returns the store's result

    secret: (name, initial) => writer.call(["secret"], [name, initial]) as Promise<Uint8Array>, // the worker returns the store's result

    replaceSecret: (...values) => writer.call(["replaceSecret"], values) as Promise<void>, // the worker returns the store's result

    async importRecords(projectId, records) {
      let count = 0;
      for await (const batch of inBatches(records)) {
        count += (await writer.call(["importRecords"], [projectId, batch])) as number; // the worker returns the store's result
      }
      return count;
    },

    expire: () => writer.call(["expire"], []) as Promise<void>, // the worker returns the store's result

    async check() {
      await Promise.all([reader.check(), writer.call(["check"], [])]);
    },

    backup: (path) => writer.call(["backup"], [path]) as Promise<void>, // the worker returns the store's result

    async close() {
      await longReader.close();
      await reader.close();
      await writer.close();
    },
  };
}

async function* inBatches(records: AsyncIterable<MovedRecord>): AsyncGenerator<MovedRecord[]> {
  let batch: MovedRecord[] = [];
  for await (const record of records) {
    batch.push(record);
    if (batch.length < importBatchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
