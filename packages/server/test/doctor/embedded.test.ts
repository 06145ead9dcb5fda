import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, open, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/index.ts";
import { needs } from "../requirements.ts";
import { closedPort, examine } from "./examine.ts";
import { addUpgrade, formatBefore, largeUpgrade } from "../upgrades/add-upgrade.ts";

/** Folder that a stopped service used, copied for each test. */
let template: string;
let dataDir: string;
let path: string;

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), "threadline-doctor-"));
  const server = createServer({ dataDir: template, apiKey: "key-of-a-test", webDir: false });
  await server.ready;
  await server.close();
  return () => rm(template, { recursive: true });
});

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "threadline-doctor-"));
  path = join(dataDir, "threadline.db");
  return () => rm(dataDir, { recursive: true });
});

function used(): Promise<void> {
  return cp(template, dataDir, { recursive: true, preserveTimestamps: true });
}

test("a used folder has no findings, and is not changed", async () => {
  await used();
  const before = (await stat(path)).mtimeMs;
  const found = await examine({ dataDir, port: await closedPort() }, { deep: true });
  const troubled = Object.values(found).filter((finding) => finding?.level === "failure");
  expect(troubled).toEqual([]);
  for (const check of ["data-folder", "data-rights", "database", "database-version", "integrity", "backlog", "files"]) {
    expect(found[check]).toMatchObject({ check, level: "ok", advice: null });
  }
  expect(found["integrity"]?.message).toContain("All pages and indexes");
  expect(found["service"]).toMatchObject({ level: "warning", message: expect.stringContaining("does not respond") });
  expect((await stat(path)).mtimeMs).toBe(before);
});

test("a missing folder is reported, and not created", async () => {
  const missing = join(dataDir, "nowhere");
  expect((await examine({ dataDir: missing }))["data-folder"]).toMatchObject({ level: "warning" });
  await expect(stat(missing)).rejects.toThrow("ENOENT");
  expect((await examine({ dataDir }))["database"]).toMatchObject({ level: "warning" });
});

test("a folder that is a file, world-writable or world-readable is reported", async () => {
  await writeFile(join(dataDir, "file"), "");
  expect((await examine({ dataDir: join(dataDir, "file") }))["data-folder"]).toMatchObject({ level: "failure" });
  await chmod(dataDir, 0o777);
  const writable = (await examine({ dataDir }))["data-rights"];
  expect(writable).toMatchObject({ level: "failure", advice: `chmod 700 ${dataDir}` });
  await chmod(dataDir, 0o750);
  expect((await examine({ dataDir }))["data-rights"]).toMatchObject({ level: "warning" });
});

test("a disk with too little space is reported", async () => {
  const space = (await examine({ dataDir }, { minFreeBytes: 2 ** 60 }))["disk-space"];
  expect(space).toMatchObject({ level: "failure", message: expect.stringMatching(/free, less than/) });
});

test(
  "a data folder in memory that has data is reported",
  needs("a folder in memory", existsSync("/dev/shm")),
  async () => {
    const inMemory = await mkdtemp("/dev/shm/threadline-doctor-");
    onTestFinished(() => rm(inMemory, { recursive: true }));
    expect((await examine({ dataDir: inMemory }))["file-system"]).toMatchObject({ level: "warning" });
    const port = await closedPort();
    const databaseUrl = `postgres://threadline@127.0.0.1:${port}/threadline`;
    const elsewhere = await examine({ dataDir: inMemory, databaseUrl, filesUrl: "s3://bucket", port });
    expect(elsewhere["data-folder"]).toMatchObject({ level: "ok" });
    expect(elsewhere["file-system"]).toBeUndefined();
  },
);

test("a world-readable database is reported", async () => {
  await used();
  await chmod(path, 0o644);
  expect((await examine({ dataDir }))["database-rights"]).toMatchObject({ level: "failure" });
});

test("a clock that is before the last write is reported", async () => {
  await used();
  const tomorrow = new Date(Date.now() + 86_400_000);
  await utimes(path, tomorrow, tomorrow);
  expect((await examine({ dataDir }))["clock"]).toMatchObject({ level: "failure" });
});

test("a truncated database, a database with a zeroed page, and a text file are reported", async () => {
  await used();
  const { size } = await stat(path);
  const handle = await open(path, "r+");
  await handle.write(Buffer.alloc(64 * 1024), 0, 64 * 1024, Math.floor(size / 2 / 8192) * 8192);
  await handle.close();
  expect((await examine({ dataDir }))["database"]).toMatchObject({ level: "failure" });
  await truncate(path, Math.floor(size / 2));
  expect((await examine({ dataDir }))["database"]?.message).toContain("is damaged");
  await writeFile(path, "a text that is long enough to be taken for the header of a database ".repeat(20));
  expect((await examine({ dataDir }))["database"]?.message).toContain("is not a database");
});

test("an index with missing rows is reported with --deep only", async () => {
  await used();
  const database = new DatabaseSync(path);
  // Adds a session while the index is defined on another column. So the index by account has no row for the session.
  database.enableDefensive(false);
  database.exec(`PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE INDEX sessions_by_account ON sessions (token)' WHERE name = 'sessions_by_account';
    PRAGMA writable_schema = RESET;
    INSERT INTO sessions VALUES ('id', 'token', 'user', 1, 1, 1, NULL, NULL);
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE INDEX sessions_by_account ON sessions (user_id)' WHERE name = 'sessions_by_account'`);
  database.close();
  expect((await examine({ dataDir }))["integrity"]).toMatchObject({ level: "ok" });
  const deep = (await examine({ dataDir }, { deep: true }))["database"];
  expect(deep).toMatchObject({ level: "failure", message: expect.stringContaining("sessions_by_account") });
});

test("tables of a newer version, an older version and another program are reported", async () => {
  await used();
  const change = (statement: string): void => {
    const database = new DatabaseSync(path);
    database.exec(statement);
    database.close();
  };
  change("PRAGMA user_version = 999");
  expect((await examine({ dataDir }))["database"]?.message).toContain(
    "has format 999 of a newer version of Threadline",
  );
  change("PRAGMA user_version = 1");
  expect((await examine({ dataDir }))["database"]?.message).toContain(
    "has format 1 of an unreleased version of Threadline",
  );
  change(`PRAGMA user_version = ${formatBefore}`);
  onTestFinished(addUpgrade(largeUpgrade));
  expect((await examine({ dataDir }))["database-version"]).toMatchObject({ level: "warning" });
  change("PRAGMA application_id = 7");
  expect((await examine({ dataDir }))["database"]?.message).toContain("another program");
});

test("a write-ahead log that a reader keeps from being checkpointed is reported", async () => {
  await used();
  const writer = new DatabaseSync(path);
  onTestFinished(() => writer.close());
  // Disables checkpoints. A reader that never ends would have the same effect.
  writer.exec("PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = OFF; CREATE TABLE large (bytes BLOB)");
  for (let count = 0; count < 9; count += 1) writer.exec("INSERT INTO large VALUES (zeroblob(16777216))");
  expect((await examine({ dataDir }))["journal"]).toMatchObject({ level: "warning" });
});

test("a location where no file can be stored is reported", async () => {
  await mkdir(join(dataDir, "files"));
  await writeFile(join(dataDir, "files", "incoming"), "in the place of the folder");
  expect((await examine({ dataDir }))["files"]).toMatchObject({ level: "failure" });
});
