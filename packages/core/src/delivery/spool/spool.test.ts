import fs, { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Drops } from "../drops.ts";
import { Trouble } from "../trouble.ts";
import { parseName } from "./segment-file.ts";
import { createSpoolOpener } from "./spool.ts";
import type { SpoolOptions } from "./spool-port.ts";
import { nodeModules } from "./writer.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "threadline-spool-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(
  folder: string,
  options: Partial<SpoolOptions> = {},
  destination = "http://service key",
  modules = nodeModules(),
) {
  const errors: string[] = [];
  const trouble = new Trouble((error) => errors.push(String(error)));
  const drops = new Drops(trouble);
  const spool = createSpoolOpener({ folder, ...options }, destination, modules)({ trouble, drops })!;
  return { spool, drops, errors };
}

const record = (id: string, text = "ä") => ({ kind: "step" as const, id, json: JSON.stringify({ id, text }) });
const ids = (loaded: { record: { id: string } }[]) => loaded.map(({ record: { id } }) => id);
const pathIn = (folder: string) => join(folder, readdirSync(folder)[0]!);

test("what is not settled is found by the next one, in order, and what is settled is not", () => {
  const folder = temporaryFolder();
  const first = open(folder).spool;
  const places = ["a", "b", "c", "d"].map((id) => first.append(record(id))!);
  first.settle([places[1]!]);
  first.close();
  const { spool, errors } = open(folder);
  expect(spool.isBehind).toBe(true);
  const loaded = spool.load();
  expect(loaded.map(({ record: { kind, id, json } }) => ({ kind, id, json }))).toStrictEqual(
    ["a", "c", "d"].map((id) => record(id)),
  );
  expect(spool.isBehind).toBe(false);
  spool.settle(loaded.map(({ place }) => place));
  expect(readdirSync(folder)).toStrictEqual([]);
  expect(errors).toStrictEqual([]);
});

test("a record is on disk before the call returns", () => {
  const folder = temporaryFolder();
  const { spool } = open(folder);
  spool.append(record("a"));
  expect(readFileSync(pathIn(folder), "utf8")).toContain('"id":"a"');
  spool.hold(record("b"));
  expect(readFileSync(pathIn(folder), "utf8")).toContain('"id":"b"');
});

test("a held record is left out until it is appended, outlives the process, and is gone once it was sent otherwise", () => {
  const folder = temporaryFolder();
  const { spool } = open(folder);
  const cold = spool.append(record("a"))!;
  spool.keepOnDisk(cold, record("a"));
  const [sent, toQueue, toSend, left] = ["x", "b", "c", "d"].map((id) => spool.hold(record(id))!);
  spool.settle([sent!]);
  expect(ids(spool.load())).toStrictEqual(["a"]);
  expect(spool.append({ ...record("b"), held: toQueue })).toBe(toQueue);
  spool.settle([cold, toSend!]);
  spool.close();
  expect(left).toBeDefined();
  expect(ids(open(folder).spool.load())).toStrictEqual(["b", "d"]);
});

test("a held record that goes to disk alone is read once, and so are those that came meanwhile", () => {
  const folder = temporaryFolder();
  const { spool } = open(folder);
  const held = spool.hold(record("a"))!;
  const inMemory = spool.append(record("b"))!;
  expect(spool.keepOnDisk(spool.append({ ...record("a"), held })!, record("a"))).toBe(true);
  expect(spool.coldCount).toBe(1);
  const loaded = spool.load();
  expect(ids(loaded)).toStrictEqual(["a"]);
  spool.settle([inMemory, ...loaded.map(({ place }) => place)]);
  expect(readdirSync(folder)).toStrictEqual([]);
});

test("a settled file is removed, so that a healthy service leaves nothing behind", () => {
  const folder = temporaryFolder();
  const { spool } = open(folder);
  for (let round = 0; round < 3; round += 1) {
    const place = spool.append(record("a"))!;
    spool.write();
    expect(readdirSync(folder)).toHaveLength(1);
    spool.settle([place]);
    expect(readdirSync(folder)).toStrictEqual([]);
  }
});

test("a file that ends anywhere gives back every record that is whole", () => {
  const source = temporaryFolder();
  const first = open(source).spool;
  for (const id of ["a", "b", "c"]) first.append(record(id));
  first.close();
  const [name = ""] = readdirSync(source);
  const whole = readFileSync(join(source, name));
  for (let length = 0; length <= whole.length; length += 1) {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), whole.subarray(0, length));
    const lines = whole.subarray(0, length).toString().split("\n").length - 1;
    const { spool, errors, drops } = open(folder);
    expect(ids(spool.load()).length).toBeGreaterThanOrEqual(lines);
    expect(drops.total).toBe(0);
    expect(errors.length).toBeLessThanOrEqual(1);
    spool.close();
  }
});

test("any byte that the disk changes costs its own line at most", () => {
  const source = temporaryFolder();
  const first = open(source).spool;
  for (const id of ["a", "b", "c"]) first.append(record(id));
  first.close();
  const [name = ""] = readdirSync(source);
  const whole = readFileSync(join(source, name));
  for (let index = 0; index < whole.length; index += 1) {
    const folder = temporaryFolder();
    const changed = Buffer.from(whole);
    changed[index]! ^= 0x10;
    writeFileSync(join(folder, name), changed);
    const { spool, errors } = open(folder);
    const loaded = ids(spool.load());
    expect(loaded.length).toBeGreaterThanOrEqual(1);
    expect(["a", "b", "c"]).toEqual(expect.arrayContaining(loaded));
    expect(errors.join()).toContain("damaged");
    spool.close();
  }
});

test("records that are on disk alone come back in order, with those that follow them", () => {
  const { spool } = open(temporaryFolder());
  const inMemory = spool.append(record("a"))!;
  for (const id of ["b", "c"]) spool.keepOnDisk(spool.append(record(id))!, record(id));
  expect(spool.coldCount).toBe(2);
  const loaded = spool.load();
  expect(ids(loaded)).toStrictEqual(["b", "c"]);
  spool.keepOnDisk(spool.append(record("d"))!, record("d"));
  expect(ids(spool.load())).toStrictEqual(["d"]);
  spool.settle([inMemory, ...loaded.map(({ place }) => place)]);
  expect(spool.coldCount).toBe(0);
});

test("the oldest file is dropped and counted when the folder holds maxBytes", () => {
  const large = "x".repeat(1024 * 1024);
  const { spool, drops } = open(temporaryFolder(), { maxBytes: 10 * 1024 * 1024 });
  for (let index = 0; index < 20; index += 1) {
    const one = record(`s${index}`, large);
    spool.keepOnDisk(spool.append(one)!, one);
  }
  expect(spool.bytes).toBeLessThanOrEqual(10 * 1024 * 1024);
  expect(drops.counts).toStrictEqual({ spool_full: 20 - spool.coldCount });
  expect(ids(spool.load())[0]).toBe(`s${drops.total}`);
});

test("what is older than maxAgeMs is dropped and counted", () => {
  const folder = temporaryFolder();
  const first = open(folder).spool;
  first.append(record("a"));
  first.append(record("b"));
  first.close();
  const { spool, drops } = open(folder, { maxAgeMs: 1 });
  const until = Date.now() + 5;
  while (Date.now() < until);
  expect(spool.load()).toStrictEqual([]);
  expect(drops.counts).toStrictEqual({ expired: 2 });
  expect(readdirSync(folder)).toStrictEqual([]);
});

test("what was recorded for one service and key is not sent to another", () => {
  const folder = temporaryFolder();
  const first = open(folder, {}, "http://service key-of-a").spool;
  first.append(record("a"));
  first.close();
  expect(open(folder, {}, "http://service key-of-b").spool.isBehind).toBe(false);
  expect(open(folder, {}, "http://service key-of-a").spool.isBehind).toBe(true);
});

test("a file of a living writer, of another program or of another version is left alone", () => {
  const folder = temporaryFolder();
  const { spool } = open(folder);
  spool.append(record("a"));
  spool.write();
  appendFileSync(join(folder, "notes.txt"), "mine");
  expect(parseName(readdirSync(folder)[0]!)?.writer.pid).toBe(process.pid);
  expect(open(folder).spool.isBehind).toBe(false);
  expect(readdirSync(folder)).toHaveLength(2);
  expect(readFileSync(pathIn(folder), "utf8")).toContain('"id":"a"');
});

test("a folder that cannot be used is told, and recording goes on without it", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  const { spool, errors } = open(join(folder, "file", "spool"));
  expect(spool).toBeUndefined();
  expect(errors.join()).toContain("cannot be used");
});

test("a disk that fills up costs no record: what it does not take stays in memory, and it is tried again", () => {
  const folder = temporaryFolder();
  let free = 0;
  const writeSync = (file: number, bytes: Uint8Array, from: number): number => {
    const count = Math.min(free, bytes.length - from);
    free -= count;
    if (count === 0) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    return fs.writeSync(file, bytes, from, count);
  };
  // The one overload that the spool calls.
  const full = { ...fs, writeSync } as unknown as typeof fs;
  const { spool, errors } = open(folder, {}, "http://service key", { ...nodeModules()!, fs: full });
  free = 100;
  const kept = spool.append(record("a"))!;
  for (const size of [200, 200_000]) expect(spool.append(record("b", "x".repeat(size)))).toBeUndefined();
  expect(errors).toMatchObject([expect.stringContaining("ENOSPC")]);
  expect(readdirSync(folder)).toHaveLength(1);
  free = 10_000;
  expect(spool.append(record("c"))).toBeDefined();
  spool.settle([kept]);
  spool.close();
  expect(ids(open(folder).spool.load())).toStrictEqual(["c"]);
});
