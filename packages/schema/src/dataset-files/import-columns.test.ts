import { expect, test } from "vitest";
import { guessUses, toItem } from "./import-columns.ts";
import { type ImportedRow, ParquetError, readRows, type RowProblem } from "./read-rows.ts";

async function read(
  name: string,
  text: string,
): Promise<{ columns: readonly string[]; rows: ImportedRow[]; problems: RowProblem[] }> {
  const all = { columns: [] as readonly string[], rows: [] as ImportedRow[], problems: [] as RowProblem[] };
  for await (const { columns, rows, problems } of readRows(new File([text], name))) {
    all.columns = columns;
    all.rows.push(...rows);
    all.problems.push(...problems);
  }
  return all;
}

async function itemsIn(name: string, text: string) {
  const { columns, rows } = await read(name, text);
  const mapping = { columns, uses: guessUses(columns), isJson: name.endsWith(".jsonl") };
  return rows.map(({ values }) => toItem(values, mapping));
}

test("columns of a CSV become fields of inputs and expected outputs", async () => {
  const csv = '\uFEFFquestion,answer,metadata,split\n"Why, oh why?",because,"{""a"":1}","test, hard"\nWhen?,,,\n';
  expect(await itemsIn("a.csv", csv)).toEqual([
    {
      input: { question: "Why, oh why?" },
      expectedOutput: { answer: "because" },
      metadata: { a: 1 },
      splits: ["test", "hard"],
    },
    { input: { question: "When?" }, expectedOutput: null, metadata: {}, splits: [] },
  ]);
});

test("lines of a JSONL file may have different keys", async () => {
  const jsonl = '{"id":"i","input":{"q":1},"expectedOutput":[1],"metadata":{"k":true}}\n\n{"input":"text","extra":2}';
  expect(await itemsIn("a.jsonl", jsonl)).toEqual([
    { input: { q: 1 }, expectedOutput: [1], metadata: { k: true } },
    { input: "text", expectedOutput: null, metadata: { extra: 2 } },
  ]);
});

test("cells that are not JSON stay text, and __proto__ is a key like any other", async () => {
  const [item] = await itemsIn("a.csv", "__proto__\n[not json");
  const { input } = item === "noInput" || item === undefined ? { input: null } : item;
  expect(JSON.stringify(input)).toBe('{"__proto__":"[not json"}');
  expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
});

test("columns that are named like fields of the dataset's items become these fields", () => {
  const known = { input: new Set(["question"]), expectedOutput: new Set(["reply"]), metadata: new Set(["topic"]) };
  expect(guessUses(["question", "reply", "topic", "priority"], known)).toEqual({
    question: "input.key",
    reply: "expectedOutput.key",
    topic: "metadata.key",
    priority: "input.key",
  });
});

test("a line that is not valid JSON or no object is described in plain words", async () => {
  const { problems } = await read("a.jsonl", '{"a":1}\n{"a":2\n[1]');
  expect(problems).toEqual([
    { number: 2, message: "not valid JSON" },
    { number: 3, message: "not a JSON object" },
  ]);
});

test("a row of a CSV file that cannot be read is described in plain words", async () => {
  const { problems } = await read("a.csv", 'a,b\n1,2,3\n"x" y,4\n5,"6');
  expect(problems).toEqual(
    expect.arrayContaining([
      { number: 2, message: "3 cells, but only 2 columns" },
      { number: 3, message: "A quoted cell has text after its closing quote" },
    ]),
  );
  const open = await read("a.csv", 'a,b\n1,2\n5,"6');
  expect(open.problems).toEqual([{ number: 3, message: "A quoted cell is never closed" }]);
});

test("a Parquet file that cannot be read is described in plain words", async () => {
  await expect(read("a.parquet", "no Parquet file at all")).rejects.toThrow("not a valid Parquet file");
  expect(new ParquetError(new Error("parquet unsupported compression codec: ZSTD"))).toMatchObject({
    compression: "ZSTD",
    message: "The Parquet file is compressed with ZSTD; only Snappy and no compression can be read",
  });
});

test.each([
  ["a.csv", "a,b\n1,2,3\n4,5", 2],
  ["a.jsonl", '{"a":1}\n[1]', 2],
  ["a.jsonl", '{"a":1}\n\n{oops', 3],
])("a problem in %s names its row, and the other rows are read", async (name, text, number) => {
  const { rows, problems } = await read(name, text);
  expect(problems).toEqual([expect.objectContaining({ number })]);
  expect(rows).toHaveLength(1);
});

test("rows are read across the parts of a large file, with line ends inside quotes", async () => {
  const cell = `"${"x".repeat(9_000)}\nsaid ""hi"", twice"`;
  const { rows, problems } = await read("a.csv", `q,a\n${`${cell},1\n`.repeat(100)}`);
  expect(problems).toEqual([]);
  expect(rows).toHaveLength(100);
  expect(new Set(rows.map(({ values }) => values["q"]))).toEqual(new Set([`${"x".repeat(9_000)}\nsaid "hi", twice`]));
});
