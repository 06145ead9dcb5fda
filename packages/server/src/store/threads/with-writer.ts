import type { MovedRecord, Store } from "../store.ts";
import type { StoreThread } from "./store-thread.ts";

const writeMethods = {
  projects: [
    "create",
    "rename",
    "delete",
    "settle",
    "setRetention",
    "requireSecondFactor",
    "createKey",
    "recordKeyUse",
    "revokeKey",
  ],
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
  steps: ["ingest", "ingestWithThreads", "delete"],
  scores: ["upsertMany", "upsertUnlessDeleted", "update", "delete"],
  comments: ["create", "edit", "delete"],
  scoreSchemas: ["create", "update", "delete"],
  views: ["create", "replace", "delete"],
  dashboards: ["create", "replace", "delete"],
  modelConnections: ["create", "replace", "delete", "spend"],
  evaluators: ["create", "update", "addVersion", "delete"],
  evaluationRules: [
    "create",
    "replace",
    "delete",
    "settleArrivals",
    "addBackfilled",
    "repeatJob",
    "spend",
    "settleSpending",
    "retry",
  ],
  jobs: [
    "add",
    "take",
    "renew",
    "leave",
    "requeueLeft",
    "finish",
    "fail",
    "release",
    "releaseAll",
    "retry",
    "supersede",
    "deleteEnded",
  ],
  reviewQueues: [
    "create",
    "replace",
    "delete",
    "add",
    "take",
    "release",
    "submit",
    "skip",
    "flag",
    "handOn",
    "reopen",
    "complete",
  ],
  alerts: ["create", "replace", "silence", "delete"],
  channels: ["create", "replace", "delete", "startSending", "resend"],
  shares: ["create", "delete"],
  users: ["create", "update", "delete", "deleteData"],
  datasets: ["create", "update", "delete", "createItems", "updateItems", "changeSplits", "deleteItems", "divide"],
  experiments: ["create", "delete", "createItem"],
  experimentRuns: ["start", "cancel", "retry"],
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
  usage: ["add", "setQuota", "setOwnLimits", "setMeasured"],
  files: ["upsertAttachment", "updateAttachment", "createFile", "completeFile", "deleteAttachment", "forgetLeftOver"],
} as const satisfies { readonly [Part in keyof Store]?: readonly (keyof Store[Part])[] };

/** Methods that run in the worker thread that writes, by the part of the store to which they belong. */
export const writingMethods: Readonly<Record<string, readonly string[]>> = writeMethods;

export type MethodNames = { readonly [Part in keyof Store]?: readonly (keyof Store[Part])[] };

const importBatchSize = 500;

/** Combines a store that reads in this thread with a worker thread that writes. */
export function withWriter(reader: Store, writer: StoreThread): Store {
  return {
    ...withMethods(reader, writer, writeMethods),

    // Runs in the writing thread, because the identity is computed from a secret, which is created if it is missing.
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
      await reader.close();
      await writer.close();
    },
  };
}

/** Replaces methods of a store with calls to a worker thread. */
export function withMethods(store: Store, thread: Pick<StoreThread, "call">, methods: MethodNames): Store {
  const parts = Object.entries(methods).map(([part, names]): [string, unknown] => {
    const calls = names.map((name): [string, unknown] => [
      name,
      (...values: unknown[]) => thread.call([part, name], values),
    ]);
    return [part, { ...(store[part as keyof Store] as object), ...Object.fromEntries(calls) }]; // part names
  });
  return { ...store, ...(Object.fromEntries(parts) as Partial<Store>) }; // the worker has the same methods
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
