import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeElements } from "./describe-elements.ts";

const descriptions = describeElements();

test("every element of the schema is described by whole sentences", () => {
  const undescribed = [...descriptions]
    .filter(([, text]) => !/^[^\s].*\.$/.test(text))
    .map(([coordinate]) => coordinate);
  expect(undescribed).toEqual([]);
  expect(descriptions.size).toBeGreaterThan(500);
});

test.each([
  [/\.duration$/, /Seconds/],
  [/\.ttFirstToken$/, /Milliseconds/],
  [/\.tokenThroughputInSeconds$/, /Tokens per second/],
  [/\.\w*tokenCount$/i, /tokens/i],
])("the description of %s names its unit: %s", (coordinate, unit) => {
  const measures = [...descriptions].filter(([name]) => coordinate.test(name));
  expect(measures.length).toBeGreaterThan(1);
  expect(measures.filter(([, text]) => !unit.test(text))).toEqual([]);
});

test("our additions to the wire interface are marked", () => {
  const marked = [...descriptions]
    .filter(([, text]) => text.startsWith("[Threadline] "))
    .map(([coordinate]) => coordinate);
  expect(marked.toSorted()).toEqual([
    "ErrorCode",
    "Generation.tokenCountEstimated",
    "IngestStepResult",
    "Mutation.ingestSteps",
    "StepInput",
  ]);
});

test("the glossary defines terms in the words of the schema", async () => {
  const glossary = await readFile(join(import.meta.dirname, "../../../docs/glossary.md"), "utf8");
  const rows = [...glossary.matchAll(/^\| [^|]+\| `([^`|]+)` +\| (.+?) +\|$/gm)];
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter(([, coordinate = "", meaning]) => meaning !== descriptions.get(coordinate))).toEqual([]);
});
