/**
 * Archives the current format of both stores, for tests of later versions. Run it for each release, with the version as
 * the argument: `node --conditions=@threadline/source packages/server/test/upgrades/keep-format.ts 0.1.0`. Needs
 * PostgreSQL.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { startPostgres } from "../postgres/postgres-server.ts";
import { makeDump } from "./kept-database.ts";
import { type KeptFormat, createFolder, presentFormat } from "./kept-format.ts";

const [release = ""] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(release)) throw new Error("Give the release, such as 0.1.0.");
const folder = join(import.meta.dirname, "formats", release);
await mkdir(folder, { recursive: true });
const asText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const compressed = (value: unknown): Buffer => gzipSync(asText(value));

const embedded = await createFolder();
const server = await startPostgres();
const database = await makeDump(server, "kept").finally(() => server.stop());
const kept: KeptFormat = { release, ...presentFormat() };
await writeFile(join(folder, "format.json"), asText(kept));
await writeFile(join(folder, "data.tar.gz"), embedded.archive);
await writeFile(join(folder, "data.json.gz"), compressed(embedded.answers));
await writeFile(join(folder, "database.sql.gz"), database.dump);
await writeFile(join(folder, "database.json.gz"), compressed(database.answers));
console.log(`Kept the formats of ${release}: ${embedded.archive.length} and ${database.dump.length} bytes.`);
