import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importPlatforms } from "../../src/cli/import-platforms.ts";
import { importedKinds } from "../../src/cli/import/import-record.ts";
import { plural } from "../../src/cli/import/import-report.ts";
import { importedBy } from "./imported-by.ts";

const file = join(import.meta.dirname, "../../../../docs/importing.md");

test("the table of platforms in docs/importing.md matches the imports of the tests", async () => {
  const header = [
    "Platform",
    "Source",
    ...importedKinds.map((kind) => plural(kind)[0]!.toUpperCase() + plural(kind).slice(1)),
  ];
  const rows = importPlatforms.flatMap((platform) =>
    Object.entries(importedBy[platform]).map(([source, kinds]) => [
      `\`${platform}\``,
      source,
      ...importedKinds.map((kind) => (kinds.includes(kind) ? "yes" : "–")),
    ]),
  );
  const text = await readFile(file, "utf8");
  const [, table = ""] = /<!-- platforms: begin -->\n([^]*)<!-- platforms: end -->/u.exec(text) ?? [];
  const cells = table
    .trim()
    .split("\n")
    .filter((line) => line.startsWith("|") && !line.startsWith("| --"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(cells).toEqual([header, ...rows]);
});
