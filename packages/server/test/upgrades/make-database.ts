import { seedEveryKind } from "../../src/store/conformance/seed-every-kind.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import type { MovedRecord, Store } from "../../src/store/store.ts";

/**
 * Creates a database with one record of every kind and with `steps` steps in a project, for upgrades. Resolves to the
 * records.
 */
export async function makeDatabase(path: string, steps: number): Promise<readonly MovedRecord[]> {
  const store = await openSqliteStore({ path });
  await store.projects.create({ id: "early", name: "default", createdAt: 1 });
  await seedEveryKind(store, "early");
  for (let first = 0; first < steps; first += batchSize) {
    const writes = Array.from({ length: Math.min(batchSize, steps - first) }, (_, index) => stepOf(first + index));
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    await store.steps.ingest("early", writes);
  }
  await store.close();
  return readUpgraded(path);
}

/** Opens a database, which upgrades it. Reads every record of the project of {@link makeDatabase}. */
export async function readUpgraded(path: string): Promise<readonly MovedRecord[]> {
  const store = await openSqliteStore({ path });
  try {
    const records: MovedRecord[] = [];
    for await (const record of store.moveOut("early")) records.push(record);
    return records;
  } finally {
    await store.close();
  }
}

const batchSize = 500;

function stepOf(number: number): Parameters<Store["steps"]["ingest"]>[1][number] {
  const time = Date.UTC(2026, 0, 1) + number * 1_000;
  return {
    id: `step ${number}`,
    createdAt: time,
    threadId: `thread ${Math.floor(number / 20)}`,
    type: "llm",
    name: `call ${number % 7}`,
    startTime: time,
    endTime: time + 100 + number,
    tags: [`team ${number % 3}`],
    metadata: { number, plan: number % 2 === 0 ? "free" : "pro" },
    input: { content: `Where is order${number}x?` },
    output: { content: "On its way." },
    generation: { model: "gpt-4o", provider: "openai", inputTokenCount: number, outputTokenCount: 5, messages: [] },
  };
}
