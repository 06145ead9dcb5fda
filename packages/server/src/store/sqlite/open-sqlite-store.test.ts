import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { apiKeyRecord } from "../../access/api-key.ts";
import { StoreOpenError } from "../errors.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "threadline-store-"));
  path = join(folder, "data", "threadline.db");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function createFilled(): Promise<void> {
  const store = await openSqliteStore({ path });
  await store.projects.create({ id: "p", name: "default", createdAt: 1 });
  const steps = Array.from({ length: 300 }, (_, index) => ({
    id: `${index}`,
    createdAt: index,
    input: "x".repeat(500),
  }));
  await store.steps.ingest("p", steps);
  await store.close();
}

async function openError(): Promise<string> {
  const error: unknown = await openSqliteStore({ path }).then(
    (store) => store.close(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StoreOpenError);
  return error instanceof Error ? error.message : "";
}

test("stored records are read after the file is reopened", async () => {
  await createFilled();
  const store = await openSqliteStore({ path });
  expect(await store.steps.count("p", {})).toBe(300);
  await store.close();
});

test("a file that was emptied, replaced by an empty database, or lost while its log remains is rejected, and not changed", async () => {
  await createFilled();
  truncateSync(path, 0);
  expect(await openError()).toMatch(/is empty: its records are lost\. Restore a backup/);
  expect(statSync(path).size).toBe(0);
  rmSync(path);
  const replaced = new DatabaseSync(path);
  replaced.exec("PRAGMA journal_mode = WAL");
  replaced.close();
  expect(statSync(path).size).toBeGreaterThan(0);
  expect(await openError()).toMatch(/is empty: its records are lost/);
  rmSync(path);
  writeFileSync(`${path}-wal`, "x".repeat(100));
  expect(await openError()).toMatch(/is missing, but its write-ahead log .* exists/);
  expect(existsSync(path)).toBe(false);
});

test("a truncated file is rejected, or has every record", async () => {
  await createFilled();
  const { size } = statSync(path);
  rmSync(path);
  for (const length of [1, 99, 100, 511, 512, 4_096, 8_191, 8_192, 8_193, 16_384, size - 8_192, size - 1]) {
    await createFilled();
    truncateSync(path, length);
    expect(await openError()).toMatch(/is damaged|is not a database|cannot be opened|is empty/);
    rmSync(path);
  }
});

test("several processes may create the same file concurrently", async () => {
  const stores = await Promise.all(Array.from({ length: 4 }, () => openSqliteStore({ path })));
  await stores[0]?.projects.create({ id: "p", name: "default", createdAt: 1 });
  expect(await Promise.all(stores.map((store) => store.projects.find("p")))).toHaveLength(4);
  await Promise.all(stores.map((store) => store.close()));
  expect(readdirSync(dirname(path))).toEqual(["threadline.db"]);
});

test("a file that is too large to be fully verified is reopened", async () => {
  const store = await openSqliteStore({ path });
  await store.projects.create({ id: "p", name: "default", createdAt: 1 });
  const large = Array.from({ length: 20 }, (_, index) => ({
    id: `${index}`,
    createdAt: index,
    input: "x".repeat(1e6),
  }));
  await store.steps.ingest("p", large);
  await store.close();
  expect(statSync(path).size).toBeGreaterThan(16 * 1024 * 1024);
  const again = await openSqliteStore({ path });
  expect(await again.steps.count("p", {})).toBe(20);
  await again.close();
});

test("only the owner can read the database and its journal", async () => {
  const store = await openSqliteStore({ path });
  const modes = [path, `${path}-wal`].map((file) => statSync(file).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600]);
  await store.close();
});

test("a file of a newer version is rejected", async () => {
  await createFilled();
  const database = new DatabaseSync(path);
  database.exec("PRAGMA user_version = 999");
  database.close();
  expect(await openError()).toMatch(/has format 999 of a newer version of Threadline;/);
});

test("the database of another program is rejected and not changed", async () => {
  await createFilled();
  rmSync(path);
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE notes (text)");
  database.close();
  expect(await openError()).toMatch(/another program/);
  const after = new DatabaseSync(path);
  expect(after.prepare("SELECT name FROM sqlite_schema").all()).toMatchObject([{ name: "notes" }]);
  after.close();
});

test("a file that is not a database is rejected", async () => {
  await createFilled();
  writeFileSync(path, "not a database ".repeat(1_000));
  expect(await openError()).toMatch(/is not a database\. Choose another data folder, or restore a backup/);
});

test("a truncated file is rejected with advice", async () => {
  await createFilled();
  truncateSync(path, 8 * 8192);
  expect(await openError()).toMatch(/is damaged: .*Restore a backup/);
});

test("two stores on one file see each other's writes", async () => {
  await createFilled();
  const [first, second] = await Promise.all([openSqliteStore({ path }), openSqliteStore({ path })]);
  const key = apiKeyRecord({ id: "k", projectId: "p", name: "n", secret: "a-secret", createdAt: 1 });
  await second.projects.createKey(key);
  expect(await first.projects.findKey(key.hash)).toEqual(key);
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? first : second).steps.ingest("p", [{ id: `new${index}`, createdAt: 1_000 }]),
    ),
  );
  expect(await first.steps.count("p", {})).toBe(320);
  await first.close();
  await second.close();
});

test("a backup during writes is a complete store", async () => {
  await createFilled();
  const store = await openSqliteStore({ path });
  const copy = join(folder, "copy.db");
  const writing = store.steps.ingest("p", [{ id: "more", createdAt: 1 }]);
  await store.backup(copy);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  await writing;
  await store.close();
  const restored = await openSqliteStore({ path: copy });
  expect(await restored.steps.count("p", {})).toBe(301);
  await restored.close();
});

test("metadata that a stopped server had not indexed is indexed by the next server", async () => {
  const first = await openSqliteStore({ path });
  await first.projects.create({ id: "p", name: "default", createdAt: 1 });
  await first.steps.ingest("p", [{ id: "s", createdAt: 1, metadata: { plan: "pro" } }]);
  await first.close();
  const second = await openSqliteStore({ path });
  const database = new DatabaseSync(path, { readOnly: true });
  const backlog = () => database.prepare("SELECT count(*) AS count FROM step_index_backlog").get();
  await expect.poll(backlog).toMatchObject({ count: 0 });
  const filters = [{ field: "metadata", operator: "eq", value: "pro", path: "plan" }] as const;
  expect(await second.steps.count("p", { filters })).toBe(1);
  database.close();
  await second.close();
});

test("concurrent writes share a commit, and a failed one is rolled back alone", async () => {
  const store = await openSqliteStore({ path: ":memory:" });
  await store.projects.create({ id: "p", name: "default", createdAt: 1 });
  const results = await Promise.allSettled([
    store.users.create("p", { id: "a", createdAt: 1, identifier: "ann", metadata: {} }),
    store.users.create("p", { id: "b", createdAt: 1, identifier: "ann", metadata: {} }),
    store.users.create("p", { id: "c", createdAt: 1, identifier: "cat", metadata: {} }),
  ]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect((await store.users.getMany("p", ["a", "b", "c"])).map((user) => user?.id)).toEqual(["a", undefined, "c"]);
  await store.close();
});

test("a large file whose word index had words removed is reopened", async () => {
  const store = await openSqliteStore({ path });
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  const settled = async (): Promise<void> => {
    await expect.poll(async () => (await store.backlog()).search).toBe(0);
  };
  // The file is so large that not every page is scanned.
  const large = { content: "x".repeat(1_000_000) };
  const steps = Array.from({ length: 20 }, (_, index) => ({ id: `${index}`, createdAt: 1, input: large }));
  await store.steps.ingest("p", [...steps, { id: "changed", createdAt: 1, input: { content: "before" } }]);
  await settled();
  await store.steps.ingest("p", [{ id: "changed", createdAt: 1, input: { content: "after" } }]);
  await settled();
  await store.close();
  expect(statSync(path).size).toBeGreaterThan(16 * 1024 * 1024);

  const again = await openSqliteStore({ path });
  expect(await again.steps.getMany("p", ["changed"])).toMatchObject([{ input: { content: "after" } }]);
  await again.close();
});
