import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { defaultLimits } from "../../src/config/limits.ts";
import { recordLimits } from "../../src/records/limits.ts";
import { brokenLinks } from "./linked-tests.ts";

const text = await readFile(new URL("../../../../docs/costly-operations.md", import.meta.url), "utf8");
const units: Readonly<Record<string, number>> = { MiB: 1024 ** 2, GiB: 1024 ** 3 };
const told = [...text.matchAll(/`(\w+)`: (\d[\d,]*)(?: (MiB|GiB))?/g)].map(([, name = "", digits = "", unit = ""]) => ({
  name,
  value: Number(digits.replaceAll(",", "")) * (units[unit] ?? 1),
}));
const known: Readonly<Record<string, number>> = { ...recordLimits, ...defaultLimits };

test("the document of costly operations has the service's limits", () => {
  expect(told.length).toBeGreaterThan(20);
  expect(told).toEqual(told.map(({ name }) => ({ name, value: known[name] })));
});

test("the document has every request limit", () => {
  const names = new Set(told.map(({ name }) => name));
  expect(Object.keys(defaultLimits).filter((name) => !names.has(name))).toEqual([]);
});

test("the tests and documents that it links exist", async () => {
  expect(await brokenLinks(text)).toEqual([]);
});
