import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderSettingsTable } from "./settings-table.ts";

test("the README has the table of settings as it is", async () => {
  const readme = await readFile(join(import.meta.dirname, "../../README.md"), "utf8");
  expect(readme).toContain(`\n${renderSettingsTable()}\n`);
});
