import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const sources = join(import.meta.dirname, "..");

async function sourcesWith(pattern: RegExp): Promise<readonly (readonly [path: string, text: string])[]> {
  const found: [string, string][] = [];
  for await (const path of glob("**/*.{ts,tsx}", { cwd: sources })) {
    const text = await readFile(join(sources, path), "utf8");
    if (!path.endsWith(".test.ts") && pattern.test(text)) found.push([path, text]);
  }
  return found.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

test("every paged list is shown in the frame that marks stale rows", async () => {
  const lists = await sourcesWith(/\b(?:usePages|useDatasetItems)\(\{?|ReturnType<typeof useDatasetItems>/);
  const shown = lists.filter(([, text]) => text.includes("<ListFrame")).map(([path]) => path);
  const others = lists.filter(([, text]) => !text.includes("<ListFrame")).map(([path]) => path);
  // Neither file renders rows. The hook reads the items of a dataset, and the page passes them to its table.
  expect(others).toEqual(["pages/datasets/dataset-page.tsx", "pages/datasets/use-dataset-items.ts"]);
  expect(shown.length).toBeGreaterThan(7);
});

test("every query that keeps a previous response marks it as stale", async () => {
  const keeping = await sourcesWith(/keepsPrevious: true|placeholderData:|keepPreviousData/);
  const unmarked = keeping.filter(([, text]) => !text.includes("isPlaceholderData")).map(([path]) => path);
  // `use-request.ts` only declares the option. The other two need no stale mark: releases and versions in
  // `use-marks.ts` show their own times, and the totals of a thread only grow.
  expect(unmarked).toEqual([
    "api/use-request.ts",
    "pages/dashboard/use-marks.ts",
    "pages/thread/inspector/use-thread-usage.ts",
  ]);
});
