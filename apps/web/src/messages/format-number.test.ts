import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { formatNumber, shownDifference, shownDecimals } from "./format-number.ts";

const sources = join(import.meta.dirname, "..");

const numeric = String.raw`(?:length|size|number|total|trials|below|rowCount|\w*(?:Count|Total|Number))`;
/**
 * Patterns for a number that is rendered as a child of an element or in a template. Such a number would appear without
 * the user's grouping separators.
 */
const unformatted = [
  new RegExp(String.raw`(?<![=$\w])\{\s*[\w.?()[\]]+\.${numeric}(?: [+-] 1)?\s*\}`, "g"),
  new RegExp(String.raw`(?:>|[^=\w\s({,]\s*)\{${numeric}(?: [+-] 1)?\}`, "g"),
  new RegExp(String.raw`\$\{[^{}]*\b${numeric}(?: [+-] 1)?\}`, "g"),
];
/** Allowed code lines, whose numbers are for CSS or are line numbers. */
const exceptions = [
  /columns\.length \* 10\}rem/,
  /viewBox=/,
  /gridTemplateColumns:/,
  /styles\.number\}>\{(?:before|after)\?\.number\}/,
];

test("every number is formatted by the shared formatter", async () => {
  const found: string[] = [];
  for await (const path of glob("**/*.tsx", { cwd: sources })) {
    const lines = (await readFile(join(sources, path), "utf8")).split("\n");
    for (const [index, line] of lines.entries()) {
      if (exceptions.some((exception) => exception.test(line))) continue;
      for (const pattern of unformatted)
        for (const [text] of line.matchAll(pattern)) found.push(`${path}:${index + 1} ${text}`);
    }
  }
  for await (const path of glob("**/*.{ts,tsx}", { cwd: sources })) {
    if (path.startsWith("messages/")) continue;
    const text = await readFile(join(sources, path), "utf8");
    for (const [own] of text.matchAll(/Intl\.NumberFormat|toLocaleString\(|\.toFixed\(/g)) found.push(`${path} ${own}`);
  }
  expect(found).toEqual([]);
});

test("numbers within sentences have the separators of the language", async () => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("document", { documentElement: {} });
  const { i18n } = await import("./i18n.ts");
  i18n.addResourceBundle("en", "numbers", { rows_other: "{{count}} rows of {{name}}" });
  expect(i18n.t("rows", { ns: "numbers", count: 5_001, name: "5001" })).toBe("5,001 rows of 5001");
  expect(formatNumber("de", 5_001.5)).toBe("5.001,5");
});

test("a difference agrees with the shown numbers", () => {
  expect([0.788, 0.824, 0.824 - 0.788].map((value) => formatNumber("en", value))).toEqual(["0.79", "0.82", "0.04"]);
  expect(shownDifference(0.788, 0.824)).toBe(0.03);
  expect(shownDifference(0.824, 0.788)).toBe(-0.03);
  expect(shownDifference(0.821, 0.8249)).toBe(0);
  expect(shownDifference(-0.335, 1_234.565)).toBe(1_234.91);
});

test("the numbers of a column are shown with the decimals of the one that has most", () => {
  expect(shownDecimals([0.7, 0.54, 1])).toBe(2);
  expect(shownDecimals([0.7, 1])).toBe(1);
  expect(shownDecimals([3, 4])).toBe(0);
  expect(shownDecimals([])).toBe(0);
  expect(formatNumber("en", 0.7, 2)).toBe("0.70");
  expect(formatNumber("de", 1_234.5, 2)).toBe("1.234,50");
});
