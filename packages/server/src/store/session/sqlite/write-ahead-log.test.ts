import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { waitForReaders, WriteAheadLog } from "./write-ahead-log.ts";

const limit = 1_000_000;

function open(): { readonly handle: DatabaseSync; readonly path: string; readonly log: WriteAheadLog } {
  const folder = mkdtempSync(join(tmpdir(), "threadline-log-"));
  const path = join(folder, "a.db");
  const handle = new DatabaseSync(path);
  onTestFinished(() => {
    handle.close();
    rmSync(folder, { recursive: true, force: true });
  });
  handle.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0;
    PRAGMA journal_size_limit = ${limit}; CREATE TABLE texts (text);`);
  return { handle, path, log: new WriteAheadLog(handle, path) };
}

test("a log is checkpointed at half of its limit, and then restarts", () => {
  const { handle, path, log } = open();
  const insert = handle.prepare("INSERT INTO texts VALUES (?)");
  const sizes: number[] = [];
  const longest: number[] = [];
  for (let write = 1; write <= 100; write += 1) {
    insert.run("x".repeat(50_000));
    log.shorten();
    sizes.push(statSync(path).size);
    longest.push(statSync(`${path}-wal`).size);
  }
  // The first 8 writes do not checkpoint; later, about every tenth write does. The log file keeps its length.
  expect(sizes.filter((size) => size < 50_000)).toHaveLength(8);
  expect(new Set(sizes).size).toBeGreaterThan(8);
  expect(new Set(sizes).size).toBeLessThan(13);
  expect(Math.max(...longest)).toBeLessThan(limit * 0.7);
  expect(longest.at(-1)).toBeGreaterThan(limit / 2);
});

test("consecutive readers without a gap do not grow the log, because each ends before the next write", () => {
  const { handle, path, log } = open();
  const insert = handle.prepare("INSERT INTO texts VALUES (?)");
  let reading: DatabaseSync | undefined;
  const readOn = (): void => {
    const next = new DatabaseSync(path, { readOnly: true });
    next.exec("BEGIN; SELECT count(*) FROM texts;");
    reading?.close();
    reading = next;
  };
  onTestFinished(() => reading?.close());
  for (let write = 0; write < 200; write += 1) {
    insert.run("x".repeat(50_000));
    readOn();
    log.shorten();
    readOn();
  }
  expect(statSync(`${path}-wal`).size).toBeLessThan(limit);
});

test("a long reader lets the log grow and delays few writes; the log restarts when the reader ends", () => {
  const { handle, path, log } = open();
  // If every write waited this long, the test would exceed its timeout.
  handle.exec("PRAGMA busy_timeout = 5000");
  const insert = handle.prepare("INSERT INTO texts VALUES (?)");
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec("BEGIN; SELECT count(*) FROM texts;");
  const write = (times: number): void => {
    for (let index = 0; index < times; index += 1) {
      insert.run("x".repeat(50_000));
      log.shorten();
    }
  };
  write(100);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(4 * limit);
  reader.close();
  write(2);
  expect(statSync(`${path}-wal`).size).toBeLessThan(4 * limit);
});

test("the wait for readers grows with the log, up to a second, and restores the connection's busy timeout", () => {
  const { path } = open();
  const handle = new RecordingDatabase(path);
  handle.exec(`PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${limit};`);
  handle.exec("PRAGMA busy_timeout = 150");
  const log = new WriteAheadLog(handle, path);
  const reader = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => {
    reader.close();
    handle.close();
  });
  reader.exec("BEGIN; SELECT count(*) FROM texts;");
  const insert = handle.prepare("INSERT INTO texts VALUES (?)");
  handle.statements.length = 0;
  for (let write = 0; write < 200; write += 1) {
    insert.run("x".repeat(50_000));
    log.shorten();
  }
  // The log waits for readers at four and at eight times the limit. The second wait is limited to the busy timeout of
  // the connection.
  const wait = (time: number): string[] => [
    `PRAGMA busy_timeout = ${time}`,
    "PRAGMA wal_checkpoint(RESTART)",
    "PRAGMA busy_timeout = 150",
  ];
  const passive = "PRAGMA wal_checkpoint(PASSIVE)";
  expect(handle.statements.filter((sql) => sql !== passive)).toEqual([...wait(100), ...wait(150)]);
  expect(handle.statements.filter((sql) => sql === passive).length).toBeGreaterThan(100);
  expect([4, 8, 40, 400].map(waitForReaders)).toEqual([100, 200, 1_000, 1_000]);
});

test("a log that cannot be read is checkpointed", () => {
  const { handle, path } = open();
  handle.exec(`INSERT INTO texts VALUES ('${"x".repeat(50_000)}')`);
  const before = statSync(path).size;
  new WriteAheadLog(handle, join(path, "nowhere")).shorten();
  expect(statSync(path).size).toBeGreaterThan(before);
});

class RecordingDatabase extends DatabaseSync {
  readonly statements: string[] = [];

  override exec(sql: string): void {
    this.statements.push(sql);
    super.exec(sql);
  }
}
