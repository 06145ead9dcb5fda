import type { MovedRecord, Store } from "../store.ts";
import type { RetentionDays } from "../retention.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { Writer } from "./writer.ts";

/** What changes records in each part of a store; everything else there only reads. */
const writeMethods = {
  projects: ["create", "rename", "delete", "settle", "setRetention", "createKey", "revokeKey"],
  accounts: [
    "createFirst",
    "createInvited",
    "acceptInvitation",
    "setPassword",
    "setRole",
    "removeMember",
    "invite",
    "revokeInvitation",
    "insertRow",
    "updateRows",
    "deleteRows",
  ],
  audit: ["append", "expire"],
  threads: ["upsert", "update", "delete"],
  steps: ["ingest", "delete"],
  scores: ["upsertMany", "update", "delete"],
  scoreSchemas: ["create", "update", "delete"],
  views: ["create", "replace", "delete"],
  shares: ["create", "delete"],
  users: ["create", "update", "delete"],
  datasets: ["create", "update", "delete", "createItems", "updateItem", "deleteItem"],
  experiments: ["create", "createItem"],
  prompts: ["getOrCreateLineage", "getOrCreateVersion", "setRollouts", "promote", "createVariant"],
  analytics: ["settle"],
  prices: ["create", "update", "delete", "settle"],
  usage: ["add", "setQuota", "setMeasured"],
  files: ["upsertAttachment", "updateAttachment", "createFile", "completeFile", "deleteAttachment", "forgetLeftOver"],
} as const satisfies { readonly [Part in keyof Store]?: readonly (keyof Store[Part])[] };

/** Records that cross between the threads at a time. */
const importBatchSize = 500;

/**
 * Opens the embedded store with its writes in a thread of their own, so that a commit never holds up the requests that
 * read. A read sees every write that was acknowledged before it. Rejects with a `StoreOpenError`.
 */
export async function openThreadedStore(options: {
  readonly path: string;
  readonly now?: (() => number) | undefined;
  /** For how many days records stay; null, the default: for ever. */
  readonly retentionDays?: RetentionDays | undefined;
  /** Hears of it when nothing can be written any more. */
  readonly onFailure?: ((error: Error) => void) | undefined;
}): Promise<Store> {
  const { retentionDays, onFailure } = options;
  const writer = await Writer.open({ path: options.path, retentionDays }, onFailure);
  const reader = await openSqliteStore({ ...options, readOnly: true }).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });

  /** The part as the reader has it, but for the methods that write. */
  function split<Part extends keyof typeof writeMethods>(part: Part): Store[Part] {
    const methods = writeMethods[part].map((method) => [
      method,
      (...values: unknown[]) => writer.call([part, method], values),
    ]);
    return { ...reader[part], ...Object.fromEntries(methods) };
  }

  return {
    ...reader,
    projects: split("projects"),
    accounts: split("accounts"),
    audit: split("audit"),
    threads: split("threads"),
    steps: split("steps"),
    scores: split("scores"),
    scoreSchemas: split("scoreSchemas"),
    views: split("views"),
    shares: split("shares"),
    users: split("users"),
    datasets: split("datasets"),
    experiments: split("experiments"),
    prompts: split("prompts"),
    files: split("files"),
    analytics: split("analytics"),
    prices: split("prices"),
    usage: split("usage"),

    secret: (name, initial) => writer.call(["secret"], [name, initial]) as Promise<Uint8Array>, // what a store answers

    async importRecords(projectId, records) {
      let count = 0;
      for await (const batch of inBatches(records)) {
        count += (await writer.call(["importRecords"], [projectId, batch])) as number; // what a store answers
      }
      return count;
    },

    expire: () => writer.call(["expire"], []) as Promise<void>, // what a store answers

    async check() {
      await Promise.all([reader.check(), writer.call(["check"], [])]);
    },

    backup: (path) => writer.call(["backup"], [path]) as Promise<void>, // what a store answers

    async close() {
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
