import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { version } from "./version.ts";

test("requests send the version of the package", async () => {
  const text = await readFile(new URL("../package.json", import.meta.url), "utf8");
  expect(version).toBe((JSON.parse(text) as { version: string }).version);
});
