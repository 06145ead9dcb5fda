import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { describePostgres } from "../postgres/describe-postgres.ts";
import { findPostgresClient } from "../postgres/postgres-programs.ts";
import { needs } from "../requirements.ts";
import { makeDump, openDump } from "./kept-database.ts";
import { createFolder, openFolder, presentFormat } from "./kept-format.ts";
import { hasItsUpgrades, readKeptFormats } from "./read-kept-formats.ts";

const repository = join(import.meta.dirname, "../../../..");

const kept = readKeptFormats().map((each) => ({ ...each, release: each.format.release }));

test("a data folder of the current format is opened with every record and file", async () => {
  const { archive, answers } = await createFolder();
  expect(answers).toMatchObject({ project: { name: "support" }, keys: [{}, {}], members: [{}, {}] });
  expect(await openFolder(archive)).toEqual(answers);
});

test.for(kept)("the data folder of $release is upgraded completely", async (format) => {
  // A later version may add fields to a record, but not remove any.
  expect(await openFolder(format.read("data.tar.gz"))).toMatchObject(format.answers("data.json.gz"));
});

test("released upgrades never change, and each release has an archived format", () => {
  const changed = kept.filter((each) => !hasItsUpgrades(each));
  const isKept = kept.some(({ format: { format } }) => format === presentFormat().format);
  // Between releases, there are changesets, and the newest upgrades are not archived yet.
  const isReleased = !readdirSync(join(repository, ".changeset")).some((name) => name.endsWith(".md"));
  expect({ changed, isKept: isKept || !isReleased }).toEqual({ changed: [], isKept: true });
});

test("a thread that loses its name in an upgrade is detected", async () => {
  const { archive, answers } = await createFolder();
  const changed = await openFolder(archive, (path) => {
    const file = new DatabaseSync(path);
    file.exec("UPDATE threads SET name = NULL WHERE id = 't'");
    file.close();
  });
  expect(changed).not.toMatchObject(answers as object);
});

describePostgres("a kept database", (tests) => {
  const needsDump = needs("pg_dump", findPostgresClient() !== null);
  test("of the current format is restored and opened with every record", needsDump, async () => {
    const { dump, answers } = await makeDump(tests().server, "made");
    expect(await openDump(tests().server, "restored", dump)).toEqual(answers);
  });

  test.for(kept)("of $release is upgraded completely", async (format) => {
    const opened = await openDump(tests().server, `of_${format.release}`, format.read("database.sql.gz"));
    expect(opened).toMatchObject(format.answers("database.json.gz"));
  });
});
