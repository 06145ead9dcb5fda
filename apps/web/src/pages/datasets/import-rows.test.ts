import { expect, test } from "vitest";
import { guessUses, readCsv, readJsonl, toItems } from "./import-rows.ts";

test("columns of a CSV become fields of inputs and expected outputs", () => {
  const table = readCsv('\uFEFFquestion,answer,metadata\n"Why, oh why?",because,"{""a"":1}"\nWhen?,,\n');
  expect(guessUses(table.columns)).toEqual(["input.key", "expectedOutput.key", "metadata.key"]);
  expect(toItems(table, guessUses(table.columns))).toEqual([
    { input: { question: "Why, oh why?" }, expectedOutput: { answer: "because" }, metadata: { a: 1 } },
    { input: { question: "When?" }, expectedOutput: null, metadata: {} },
  ]);
});

test("an export is read back as whole values, without ids", () => {
  const table = readJsonl(
    '{"id":"i","input":{"q":1},"expectedOutput":[1],"metadata":{"k":true}}\n\n{"input":"text","extra":2}',
  );
  expect(toItems(table, guessUses(table.columns))).toEqual([
    { input: { q: 1 }, expectedOutput: [1], metadata: { k: true } },
    { input: "text", expectedOutput: null, metadata: { extra: 2 } },
  ]);
});

test("cells that are not JSON stay text, and __proto__ is a key like any other", () => {
  const table = readCsv("__proto__\n[not json");
  const [item] = toItems(table, ["input.key"]);
  expect(JSON.stringify(item?.input)).toBe('{"__proto__":"[not json"}');
  expect(Object.getPrototypeOf(item?.input)).toBe(Object.prototype);
});

test.each([
  ["a,b\n1,2,3", readCsv, 2],
  ['{"a":1}\n[1]', readJsonl, 2],
  ['{"a":1}\n\n{oops', readJsonl, 3],
])("the error of %j names its line", (text, read, line) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ name: "ImportProblem", line }));
});
