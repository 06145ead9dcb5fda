import { once } from "node:events";
import fs, { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import type * as Network from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { Drops } from "../drops.ts";
import { ErrorReporter } from "../error-reporter.ts";
import { parseName } from "./segment-file.ts";
import { createSpoolOpener } from "./spool.ts";
import type { SpoolOptions } from "./spool-port.ts";
import { nodeModules } from "./writer.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "threadline-spool-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(
  folder: string,
  options: Partial<SpoolOptions> = {},
  destination = "http://service key",
  modules = nodeModules(),
) {
  const errors: string[] = [];
  const reporter = new ErrorReporter((error) => errors.push(String(error)));
  const drops = new Drops(reporter);
  const opener = createSpoolOpener({ folder, ...options }, destination, modules);
  const spool = opener({ reporter, drops, onAdopted: () => undefined })!;
  onTestFinished(() => spool?.close());
  await spool?.ready;
  return { spool, drops, errors };
}

const record = (id: string, text = "ä") => ({ kind: "step" as const, id, json: JSON.stringify({ id, text }) });
const ids = (loaded: { record: { id: string } }[]) => loaded.map(({ record: { id } }) => id);
const spoolFiles = (folder: string) => readdirSync(folder).filter((name) => !name.endsWith(".lock"));
const pathIn = (folder: string) => join(folder, spoolFiles(folder)[0]!);

test("the next spool finds unsettled records in order, and no settled ones", async () => {
  const folder = temporaryFolder();
  const first = (await open(folder)).spool;
  const positions = ["a", "b", "c", "d"].map((id) => first.append(record(id))!);
  first.settle([positions[1]!]);
  first.close();
  const { spool, errors } = await open(folder);
  expect(spool.isBehind).toBe(true);
  const loaded = spool.load();
  expect(loaded.map(({ record: { kind, id, json } }) => ({ kind, id, json }))).toStrictEqual(
    ["a", "c", "d"].map((id) => record(id)),
  );
  expect(spool.isBehind).toBe(false);
  spool.settle(loaded.map(({ position }) => position));
  expect(spoolFiles(folder)).toStrictEqual([]);
  expect(errors).toStrictEqual([]);
});

test("a record is on disk before the call returns", async () => {
  const folder = temporaryFolder();
  const { spool } = await open(folder);
  spool.append(record("a"));
  expect(readFileSync(pathIn(folder), "utf8")).toContain('"id":"a"');
});

test("a settled file is removed, so that nothing is left with a healthy service", async () => {
  const folder = temporaryFolder();
  const { spool } = await open(folder);
  for (let round = 0; round < 3; round += 1) {
    const position = spool.append(record("a"))!;
    spool.write();
    expect(spoolFiles(folder)).toHaveLength(1);
    spool.settle([position]);
    expect(spoolFiles(folder)).toStrictEqual([]);
  }
});

test("every whole record of a truncated file is read", async () => {
  const source = temporaryFolder();
  const first = (await open(source)).spool;
  for (const id of ["a", "b", "c"]) first.append(record(id));
  first.close();
  const [name = ""] = spoolFiles(source);
  const whole = readFileSync(join(source, name));
  for (let length = 0; length <= whole.length; length += 1) {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), whole.subarray(0, length));
    const lines = whole.subarray(0, length).toString().split("\n").length - 1;
    const { spool, errors, drops } = await open(folder);
    expect(ids(spool.load()).length).toBeGreaterThanOrEqual(lines);
    expect(drops.total).toBe(errors.length);
    expect(errors.length).toBeLessThanOrEqual(1);
    spool.close();
  }
});

test("a corrupt byte loses at most its own line", async () => {
  const source = temporaryFolder();
  const first = (await open(source)).spool;
  for (const id of ["a", "b", "c"]) first.append(record(id));
  first.close();
  const [name = ""] = spoolFiles(source);
  const whole = readFileSync(join(source, name));
  for (let index = 0; index < whole.length; index += 1) {
    const folder = temporaryFolder();
    const changed = Buffer.from(whole);
    changed[index]! ^= 0x10;
    writeFileSync(join(folder, name), changed);
    const { spool, errors } = await open(folder);
    const loaded = ids(spool.load());
    expect(loaded.length).toBeGreaterThanOrEqual(1);
    expect(["a", "b", "c"]).toEqual(expect.arrayContaining(loaded));
    expect(errors.join()).toContain("damaged");
    spool.close();
  }
});

test("records that are only on disk are loaded in order, with later ones", async () => {
  const { spool } = await open(temporaryFolder());
  const inMemory = spool.append(record("a"))!;
  for (const id of ["b", "c"]) spool.keepOnDisk(spool.append(record(id))!);
  expect(spool.coldCount).toBe(2);
  const loaded = spool.load();
  expect(ids(loaded)).toStrictEqual(["b", "c"]);
  spool.keepOnDisk(spool.append(record("d"))!);
  expect(ids(spool.load())).toStrictEqual(["d"]);
  spool.settle([inMemory, ...loaded.map(({ position }) => position)]);
  expect(spool.coldCount).toBe(0);
});

test("the oldest file is dropped and counted when the folder holds maxBytes", async () => {
  const large = "x".repeat(1024 * 1024);
  const { spool, drops } = await open(temporaryFolder(), { maxBytes: 10 * 1024 * 1024 });
  for (let index = 0; index < 20; index += 1) {
    const one = record(`s${index}`, large);
    spool.keepOnDisk(spool.append(one)!);
  }
  expect(spool.bytes).toBeLessThanOrEqual(10 * 1024 * 1024);
  expect(drops.counts).toStrictEqual({ spool_full: 20 - spool.coldCount });
  expect(ids(spool.load())[0]).toBe(`s${drops.total}`);
});

test("records older than maxAgeMs are dropped and counted", async () => {
  const folder = temporaryFolder();
  const first = (await open(folder)).spool;
  first.append(record("a"));
  first.append(record("b"));
  first.close();
  const { spool, drops } = await open(folder, { maxAgeMs: 1 });
  const until = Date.now() + 5;
  while (Date.now() < until);
  expect(spool.load()).toStrictEqual([]);
  expect(drops.counts).toStrictEqual({ expired: 2 });
  expect(spoolFiles(folder)).toStrictEqual([]);
});

test("records for one service and key are not sent to another", async () => {
  const folder = temporaryFolder();
  const first = (await open(folder, {}, "http://service key-of-a")).spool;
  first.append(record("a"));
  first.close();
  expect((await open(folder, {}, "http://service key-of-b")).spool.isBehind).toBe(false);
  expect((await open(folder, {}, "http://service key-of-a")).spool.isBehind).toBe(true);
});

test("files of a live writer, another program or another version are not adopted", async () => {
  const folder = temporaryFolder();
  const { spool } = await open(folder);
  spool.append(record("a"));
  spool.write();
  appendFileSync(join(folder, "notes.txt"), "mine");
  expect(parseName(spoolFiles(folder)[0]!)?.liveness).toBe("socket");
  expect((await open(folder)).spool.isBehind).toBe(false);
  expect(spoolFiles(folder)).toHaveLength(2);
  expect(readFileSync(pathIn(folder), "utf8")).toContain('"id":"a"');
});

test("an unusable folder is reported, and recording works without it", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  const { spool, errors } = await open(join(folder, "file", "spool"));
  expect(spool).toBeUndefined();
  expect(errors.join()).toContain("cannot be used");
});

test("a full disk loses no record: they stay in memory, and writing is retried", async () => {
  const folder = temporaryFolder();
  let free = 0;
  const writeSync = (file: number, bytes: Uint8Array, from: number): number => {
    const count = Math.min(free, bytes.length - from);
    free -= count;
    if (count === 0) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    return fs.writeSync(file, bytes, from, count);
  };
  // TypeScript requires all overloads of `writeSync`, but the spool calls only this one.
  const full = { ...fs, writeSync } as unknown as typeof fs;
  const { spool, errors } = await open(folder, {}, "http://service key", { ...nodeModules()!, fs: full });
  free = 100;
  const kept = spool.append(record("a"))!;
  for (const size of [200, 200_000]) expect(spool.append(record("b", "x".repeat(size)))).toBeUndefined();
  expect(errors).toMatchObject([expect.stringContaining("ENOSPC")]);
  expect(spoolFiles(folder)).toHaveLength(1);
  free = 10_000;
  expect(spool.append(record("c"))).toBeDefined();
  spool.settle([kept]);
  spool.close();
  expect(ids((await open(folder)).spool.load())).toStrictEqual(["c"]);
});

test.each(["EMFILE", "EACCES", "EIO"])(
  "a file that cannot be read (%s) stays, counts as pending, and is read later, without blocking others",
  async (code) => {
    const folder = temporaryFolder();
    const first = (await open(folder)).spool;
    for (const id of ["a", "b"]) first.append(record(id));
    first.close();
    let isRefused = true;
    const refusing = (path: string, encoding: "utf8"): string => {
      if (isRefused && path.endsWith(".spool")) throw Object.assign(new Error(`${code}: no`), { code });
      return fs.readFileSync(path, encoding);
    };
    const broken = { ...fs, readFileSync: refusing } as unknown as typeof fs; // `readFileSync` has only the overload that the spool calls
    const { spool, drops, errors } = await open(folder, {}, "http://service key", { ...nodeModules()!, fs: broken });
    for (let attempt = 0; attempt < 3; attempt += 1) expect(spool.load()).toStrictEqual([]);
    expect({ isBehind: spool.isBehind, coldCount: spool.coldCount }).toStrictEqual({ isBehind: false, coldCount: 1 });
    expect(drops.total).toBe(0);
    expect(errors).toStrictEqual([expect.stringContaining(code)]);
    isRefused = false;
    expect(ids(spool.load())).toStrictEqual(["a", "b"]);
  },
);

test("damaged records of an earlier process count as dropped, damaged settled marks do not", async () => {
  const folder = temporaryFolder();
  const first = (await open(folder)).spool;
  const positions = ["a", "b", "c"].map((id) => first.append(record(id))!);
  first.settle([positions[2]!]);
  first.close();
  const [name = ""] = spoolFiles(folder);
  const path = join(folder, name);
  writeFileSync(
    path,
    readFileSync(path, "utf8")
      .replace('"id":"b"', '"id":"B"')
      .replace(/ s (\d)\n$/, " s 9\n"),
  );
  const { spool, drops } = await open(folder);
  expect(ids(spool.load())).toStrictEqual(["a", "c"]);
  expect(drops.counts).toStrictEqual({ unreadable: 1 });
});

test("another realm of the process adopts the files of a writer only after the writer has ended", async () => {
  const folder = temporaryFolder();
  const worker = new Worker(
    `const { createSpoolOpener } = await import(${JSON.stringify(new URL("spool.ts", import.meta.url).href)});
     const callbacks = { reporter: { reportThrottled() {}, report() {} }, drops: { drop() {} }, onAdopted() {} };
     const spool = createSpoolOpener(${JSON.stringify(folder)}, "http://service key")(callbacks);
     spool.append({ kind: "step", id: "of the worker", json: '{"id":"of the worker"}' });
     (await import("node:worker_threads")).parentPort.postMessage("written");
     setInterval(() => {}, 1_000);`,
    { eval: true, execArgv: ["--input-type=module", "--no-warnings"] },
  );
  await once(worker, "message");
  expect((await open(folder)).spool.isBehind).toBe(false);
  await worker.terminate();
  expect(ids((await open(folder)).spool.load())).toStrictEqual(["of the worker"]);
});

test("without sockets, a file is adopted after ten idle minutes", async () => {
  const folder = temporaryFolder();
  const net = { createServer: () => raise(new Error("no sockets")) } as unknown as typeof Network;
  const modules = { ...nodeModules()!, net };
  const writer = (await open(folder, {}, "http://service key", modules)).spool;
  writer.append(record("a"));
  expect(parseName(spoolFiles(folder)[0]!)?.liveness).toBe("touch");
  expect((await open(folder)).spool.isBehind).toBe(false);
  const before = new Date(Date.now() - 11 * 60_000);
  utimesSync(pathIn(folder), before, before);
  expect(ids((await open(folder)).spool.load())).toStrictEqual(["a"]);
});

test("the lock works in a folder with a long path", async () => {
  const folder = join(temporaryFolder(), "a-long-name".repeat(20));
  const { spool } = await open(folder);
  spool.append(record("a"));
  expect(parseName(spoolFiles(folder)[0]!)?.liveness).toBe(process.platform === "linux" ? "socket" : "touch");
  expect((await open(folder)).spool.isBehind).toBe(false);
  spool.close();
  expect(readdirSync(folder).map((name) => name.split("~").at(-2))).toStrictEqual(["free"]);
  expect(ids((await open(folder)).spool.load())).toStrictEqual(["a"]);
});

test("setting the clock forward does not expire records of this system", async () => {
  const folder = temporaryFolder();
  const first = (await open(folder, { maxAgeMs: 60_000 })).spool;
  const cold = first.append(record("a"))!;
  first.keepOnDisk(cold);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 365 * 24 * 3_600_000);
  onTestFinished(() => void vi.restoreAllMocks());
  const loaded = first.load();
  expect(ids(loaded)).toStrictEqual(["a"]);
  first.append(record("b"));
  first.close();
  const { spool, drops } = await open(folder, { maxAgeMs: 60_000 });
  expect([...ids(spool.load()), ...ids(spool.load())]).toStrictEqual(["a", "b"]);
  expect(drops.total).toBe(0);
});

function raise(error: Error): never {
  throw error;
}
