import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import type { MovedRecord } from "../../src/store/store.ts";
import { makeFormat, openFormat, presentFormat } from "./kept-format.ts";

const folder = join(import.meta.dirname, "formats");
const kept = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".db.gz")) : [];

test("a database of the present format is opened with every record", async () => {
  const format = await makeFormat();
  expect(format.records.length).toBeGreaterThan(17);
  expect(await openFormat(format)).toEqual(format.records);
});

test.for(kept)("a database of a released format is opened with every record: %s", async (name) => {
  const database = readFileSync(join(folder, name));
  const records = JSON.parse(readFileSync(join(folder, name.replace(".db.gz", ".json")), "utf8")) as MovedRecord[];
  // A later version may add fields to a record, and takes none away.
  expect(await openFormat({ database })).toMatchObject(records);
});

test("a released version has kept a database of its format", () => {
  const isReleased = packageJson.version !== "0.0.0";
  expect(kept.includes(`format-${presentFormat}.db.gz`) || !isReleased).toBe(true);
});

test("planted: a thread that loses its name on the way is noticed", async () => {
  const format = await makeFormat();
  const temporary = await mkdtemp(join(tmpdir(), "threadline-planted-"));
  onTestFinished(() => rm(temporary, { recursive: true, force: true }));
  const path = join(temporary, "threadline.db");
  await writeFile(path, gunzipSync(format.database));
  const file = new DatabaseSync(path);
  file.exec("UPDATE threads SET name = NULL WHERE id = 't'");
  file.close();
  const changed = await openFormat({ database: gzipSync(await readFile(path)) });
  expect(changed).not.toMatchObject(format.records);
});
