import { rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { seedEveryKind } from "../../src/store/conformance/seed-every-kind.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { migrations } from "../../src/store/sqlite/schema.ts";
import type { MovedRecord, Store } from "../../src/store/store.ts";

/** "Thrd", as the header of our files has it. */
const applicationId = 0x54687264;

/**
 * Writes what an earlier step of the list of migrations would have kept of a closed database: its tables, made by the steps
 * up to it, with the columns that both know, and the indexes of words page by page.
 */
function writeEarlierFormat(present: string, target: string, format: number): void {
  const file = new DatabaseSync(target, { defensive: false });
  try {
    file.exec("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
    for (const step of migrations.slice(0, format)) file.exec(step);
    file.prepare("ATTACH ? AS present").run(present);
    for (const table of tablesOf(file, "main").filter((name) => tablesOf(file, "present").includes(name))) {
      const known = columnsOf(file, "present", table);
      const columns = columnsOf(file, "main", table).filter((column) => known.includes(column));
      const list = columns.map((column) => `"${column}"`).join(", ");
      file.exec(`INSERT OR REPLACE INTO main.${table} (${list}) SELECT ${list} FROM present.${table}`);
    }
    file.exec(`DETACH present; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${format}`);
  } finally {
    file.close();
  }
}

/** Those of ours, and those that SQLite keeps behind its indexes of words. */
function tablesOf(file: DatabaseSync, schema: "main" | "present"): string[] {
  return file
    .prepare("SELECT name FROM pragma_table_list WHERE schema = ? AND type IN ('table', 'shadow') ORDER BY name")
    .all(schema)
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith("sqlite_"));
}

function columnsOf(file: DatabaseSync, schema: "main" | "present", table: string): string[] {
  return file
    .prepare("SELECT name FROM pragma_table_info(?, ?)")
    .all(table, schema)
    .map(({ name }) => String(name));
}

/** Kinds of records that format 1 could not hold. */
const laterKinds: ReadonlySet<MovedRecord["kind"]> = new Set([
  "auditEvent",
  "modelPrice",
  "scoreSchema",
  "threadShare",
  "view",
]);

/**
 * Writes a database of an earlier format with one record of every kind and so many steps, as the project `default`, and
 * resolves to the records that it could hold.
 */
export async function makeEarlierFormat(
  target: string,
  { format, steps }: { readonly format: number; readonly steps: number },
): Promise<readonly MovedRecord[]> {
  const present = `${target}.present`;
  const store = await openSqliteStore({ path: present });
  await store.projects.create({ id: "early", name: "default", createdAt: 1 });
  await seedEveryKind(store, "early");
  for (let first = 0; first < steps; first += batchSize) {
    const writes = Array.from({ length: Math.min(batchSize, steps - first) }, (_, index) => stepOf(first + index));
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    await store.steps.ingest("early", writes);
  }
  await store.close();
  writeEarlierFormat(present, target, format);
  const records = await readUpgraded(present);
  await rm(present);
  return records
    .filter(({ kind }) => format > 1 || !laterKinds.has(kind))
    .map((moved) => withoutLaterFields(moved, format));
}

/**
 * Before format 3 a step was not kept as it was given, beside what is shown; before format 5 records had one time; before
 * format 6 no thread had scores.
 */
function withoutLaterFields({ kind, record }: MovedRecord, format: number): MovedRecord {
  if (kind === "score" && format < 6) return { kind, record: { ...record, threadId: null } };
  if (kind !== "step" && kind !== "thread") return { kind, record };
  const given = kind === "step" && format < 3 ? { given: null } : {};
  const times = format < 5 ? { receivedAt: record["createdAt"] ?? null } : {};
  return { kind, record: { ...record, ...given, ...times } };
}

/** Everything in the project of {@link makeEarlierFormat}, in the present format, to which the file is brought. */
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
