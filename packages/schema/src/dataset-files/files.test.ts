import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { csvText } from "../csv-text.ts";
import { type ExportedItem, itemsAsCsv, itemsAsJsonl, itemsAsParquet } from "./export-items.ts";
import { guessUses, type NewItem } from "./import-columns.ts";
import { checkFile, readItems, scanFile } from "./import-file.ts";

async function itemsIn(file: File): Promise<(NewItem | "noInput")[]> {
  const overview = await scanFile(file);
  const mapping = { ...overview, uses: guessUses(overview.columns) };
  const items: (NewItem | "noInput")[] = [];
  for await (const batch of readItems(file, mapping, "no input")) {
    items.push(...batch.items.map(({ item }) => item));
  }
  return items;
}

const exported: readonly ExportedItem[] = [
  { input: { q: 'a "quoted", text\nwith lines' }, expectedOutput: ["x", 1, null, true], splits: ["hard", "test"] },
  { input: "=cmd()", expectedOutput: "'quoted", splits: [] },
  { input: "5", expectedOutput: 5, splits: null },
  { input: -5, expectedOutput: "", splits: [] },
  { input: "[not json", expectedOutput: null, splits: [] },
  { input: true, expectedOutput: '{"a":1}', splits: [] },
].map((item, index) => ({
  ...item,
  id: `-${index}`,
  createdAt: "2026-01-01T00:00:00.000Z",
  metadata: index === 0 ? { k: { deep: [1] } } : {},
  stepId: index === 1 ? "=step" : null,
}));

const files: readonly (readonly [string, () => Promise<File>])[] = [
  ["CSV", async () => new File(["\uFEFF", itemsAsCsv(exported)], "a.csv")],
  ["JSONL", async () => new File([itemsAsJsonl(exported)], "a.jsonl")],
  ["Parquet", async () => new File([await itemsAsParquet(exported)], "a.parquet")],
];

test.each(files)("an exported %s file is imported without loss", async (_name, make) => {
  expect(await itemsIn(await make())).toEqual(
    exported.map(({ splits, stepId, ...item }) => ({
      ...item,
      splits: splits ?? [],
      ...(stepId !== null && { stepId }),
    })),
  );
});

// Python 3.11 wrote these files with csv, json and pyarrow 26.0.1.
test.each([
  ["python-csv.csv", { n: "1" }, { n: "2" }],
  ["python-json.jsonl", { n: 1 }, { n: 2 }],
  [
    "pyarrow.parquet",
    { n: 1, tags: ["x", "1"], about: { lang: "en" } },
    { n: 2, tags: ["x", "2"], about: { lang: "en" } },
  ],
])("%s, which Python wrote, is imported by its columns", async (name, first, second) => {
  const bytes = await readFile(join(import.meta.dirname, "__fixtures__", name));
  expect(await itemsIn(new File([bytes], name))).toEqual([
    {
      input: { question: 'Why, "oh" why?', ...first },
      expectedOutput: { answer: "because\nso" },
      metadata: {},
      splits: ["test"],
    },
    { input: { question: "Ünïcode ✓", ...second }, expectedOutput: null, metadata: {}, splits: ["train"] },
  ]);
});

test("rows without an input are counted and named", async () => {
  const file = new File(
    [
      csvText(
        ["question", "answer"],
        [
          ["a", "b"],
          ["", "c"],
          ["d", ""],
        ],
      ),
    ],
    "a.csv",
  );
  const overview = await scanFile(file);
  expect(await checkFile(file, { ...overview, uses: guessUses(overview.columns) }, "No input")).toEqual({
    itemCount: 2,
    problems: [{ number: 3, message: "No input" }],
    problemCount: 1,
  });
});
