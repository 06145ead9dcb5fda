/**
 * Keeps a database of the present format for the tests of all later versions; part of every release:
 * `node --conditions=@threadline/source packages/server/test/upgrades/keep-format.ts`.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFormat, presentFormat } from "./kept-format.ts";

const folder = join(import.meta.dirname, "formats");
const { database, records } = await makeFormat();
await mkdir(folder, { recursive: true });
await writeFile(join(folder, `format-${presentFormat}.db.gz`), database);
await writeFile(join(folder, `format-${presentFormat}.json`), `${JSON.stringify(records, null, 2)}\n`);
console.log(`Kept format ${presentFormat}: ${database.length} bytes, ${records.length} records.`);
