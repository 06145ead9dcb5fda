import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page, Route } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { choose as chooseOption } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";

test("a CSV file is imported by its columns, and exported with neutralized formulas; JSONL survives a round trip", async () => {
  let datasetId = "";
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    window: { acceptDownloads: true },
    seed: async (service) => {
      const made = (await service.graphql('mutation { createDataset(name: "imported") { id } }')) as {
        createDataset: { id: string };
      };
      datasetId = made.createDataset.id;
    },
  });
  await goto(`/projects/${projectId}/datasets/${datasetId}`);
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  await expect.poll(() => dialog.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(true);
  const choose = (name: string, text: string): Promise<void> =>
    dialog.getByLabel("File").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose("broken.jsonl", '{"input":1}\n{oops');
  await dialog.getByText("Row 2: not valid JSON", { exact: true }).waitFor();
  await expect.poll(() => dialog.getByRole("alert").textContent()).toContain("1 row cannot be imported and is skipped");
  await choose("broken.csv", 'input,answer\n1,2,3\n4,5\n"a" b,6\n');
  await dialog.getByText("Row 2: 3 cells, but only 2 columns", { exact: true }).waitFor();
  await dialog.getByText("Row 4: A quoted cell has text after its closing quote", { exact: true }).waitFor();
  await choose("broken.parquet", "no Parquet file at all");
  await dialog.getByText("The file is not a valid Parquet file, or it has content that cannot be read").waitFor();
  await choose("countries.csv", 'question,answer,note\n"Capital of France?",Paris,=1+1\n"Capital of Italy?",Rome,\n');
  await dialog.getByText("2 rows").waitFor();
  await chooseOption(dialog.getByLabel("Column “note”"), "Metadata field note");
  await dialog.getByRole("row", { name: /Capital of France.*Paris.*=1\+1/ }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import 2 items" }).click();
  await page.getByText("2 items imported").waitFor();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row", { name: /Capital of Italy/ }).waitFor();
  const expected = [
    { input: { question: "Capital of France?" }, expectedOutput: { answer: "Paris" }, metadata: { note: "=1+1" } },
    { input: { question: "Capital of Italy?" }, expectedOutput: { answer: "Rome" }, metadata: {} },
  ];
  expect(await graphql('{ dataset(name: "imported") { items { input expectedOutput metadata } } }')).toEqual({
    dataset: { items: expected },
  });
  await graphql(
    'mutation ($id: String!) { createDatasetItem(datasetId: $id, input: "=cmd()", expectedOutput: "@x") { id } }',
    { id: datasetId },
  );
  await page.reload();

  const save = async (kind: string): Promise<string> => {
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: `Export as ${kind}` }).click(),
    ]);
    return readFile(await download.path(), "utf8");
  };
  const csv = await save("CSV");
  expect(csv.split("\r\n")).toHaveLength(4);
  expect(csv).toContain(",'=cmd(),'@x,");
  const lines = (await save("JSONL")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    ...expected,
    { input: "=cmd()", expectedOutput: "@x" },
  ]);
});

test("a file that can no longer be read ends its import with an error", async () => {
  let datasetId = "";
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async (service) => {
      const made = (await service.graphql('mutation { createDataset(name: "imported") { id } }')) as {
        createDataset: { id: string };
      };
      datasetId = made.createDataset.id;
    },
  });
  await goto(`/projects/${projectId}/datasets/${datasetId}`);
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  const buffer = Buffer.from("question,answer\nCapital of France?,Paris\n");
  await dialog.getByLabel("File").setInputFiles({ name: "countries.csv", mimeType: "text/csv", buffer });
  await dialog.getByText("1 row", { exact: true }).waitFor();
  // Browsers reject reading a file that has changed since it was selected. The bytes of this file are in memory.
  await page.evaluate(() => {
    Blob.prototype.stream = () => {
      throw new DOMException("The requested file could not be read", "NotReadableError");
    };
  });
  await dialog.getByRole("button", { name: "Import 1 item" }).click();
  const problem = dialog.getByText(/could not be read/);
  await problem.waitFor();
  await chooseOption(dialog.getByLabel("Column “answer”"), "Metadata field answer");
  await problem.waitFor();
  await expect.poll(() => dialog.getByText("Reading").count()).toBe(0);
  expect(await graphql('{ dataset(name: "imported") { items { input } } }')).toEqual({ dataset: { items: [] } });
});

test("by keyboard only, a past version and a split are shown, changes compared, and items divided", async () => {
  let datasetId = "";
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async (service) => {
      const made = (await service.graphql('mutation { createDataset(name: "versions") { id } }')) as {
        createDataset: { id: string };
      };
      datasetId = made.createDataset.id;
      const items = ["one", "two", "three", "four"].map((id) => ({ id, input: { q: id }, expectedOutput: id }));
      const add = `mutation ($id: String!, $items: [NewDatasetItemInput!]!) {
        createDatasetItems(datasetId: $id, items: $items) { id } }`;
      await service.graphql(add, { id: datasetId, items });
      await service.graphql('mutation { updateDatasetItem(id: "two", expectedOutput: "zwei") { id } }');
      await service.graphql('mutation { deleteDatasetItem(id: "three") { id } }');
      await service.graphql(add, { id: datasetId, items: [{ id: "again", input: { q: "one" } }] });
    },
  });
  await goto(`/projects/${projectId}/datasets/${datasetId}`);
  const table = page.getByRole("region", { name: "Items" });
  await table.getByRole("cell", { name: "zwei" }).waitFor();
  await page.getByLabel("Version").click();
  await page.getByRole("option", { name: /^Version 1 / }).click();
  await table.getByRole("cell", { name: "three", exact: true }).waitFor();
  expect(await table.getByRole("cell", { name: "zwei" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Add item" }).count()).toBe(0);
  expect(new URL(page.url()).searchParams.get("version")).toBe("1");
  await expectAccessible(page);
  const dialog = page.getByRole("dialog");
  const search = page.getByRole("searchbox", { name: "Search in items" });
  await search.fill("THREE");
  await expect.poll(() => table.getByRole("row").count()).toBe(2);
  await page.getByRole("button", { name: "Open item 3", exact: true }).press("Enter");
  const panel = page.getByRole("complementary", { name: "Item 3", exact: true });
  await panel.getByRole("region", { name: "Expected output" }).getByText("three", { exact: true }).waitFor();
  expect(await panel.getByRole("button", { name: "Edit", exact: true }).count()).toBe(0);
  expect(await panel.getByRole("button", { name: "Next item" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await search.fill("");
  await expect.poll(() => table.getByRole("row").count()).toBe(5);
  await page.getByRole("button", { name: "Show the latest version" }).press("Enter");
  await table.getByRole("cell", { name: "zwei" }).waitFor();

  await page.getByRole("button", { name: "What changed" }).press("Enter");
  await dialog.getByLabel("From").click();
  await page.getByRole("option", { name: /^Version 1 / }).click();
  const changes = dialog.getByRole("list", { name: "Changes between versions" }).locator("> li");
  await expect.poll(() => changes.count()).toBe(3);
  expect((await changes.allInnerTexts()).map((text) => text.split(/\s/)[0])).toEqual(["Updated", "Deleted", "Added"]);
  await changes.first().locator("summary").press("Enter");
  await changes.first().locator("ins", { hasText: "zwei" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  const menu = async (item: string): Promise<void> => {
    await page.getByRole("button", { name: "More", exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
  };
  await menu("Find duplicates");
  await expect.poll(() => dialog.getByRole("listitem").count()).toBe(3);
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await menu("Divide into splits");
  await dialog.getByLabel("Share in percent").first().fill("75");
  await dialog.getByLabel("Share in percent").last().fill("25");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Divide", exact: true }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await chooseOption(page.getByLabel("Split", { exact: true }), "test (1)");
  await expect.poll(() => table.getByRole("row").count()).toBe(2);
  await menu("Item schema");
  await dialog.getByLabel("Input").fill('{ "type": "object", "required": ["q", "language"] }');
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Add item" }).press("Enter");
  await dialog.getByLabel("Input").fill('{ "q": "one" }');
  await dialog.getByText("2 other items have the same input:").waitFor();
  await dialog.getByRole("button", { name: "Add split train" }).press("Enter");
  await dialog.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect.poll(() => dialog.getByRole("alert").textContent()).toContain("(required)");
  await dialog.getByLabel("Input").fill('{ "q": "one", "language": "en" }');
  await dialog.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  expect(await graphql('{ dataset(name: "versions") { version items(split: "train") { input } } }')).toMatchObject({
    dataset: { version: 6, items: expect.arrayContaining([{ input: { q: "one", language: "en" } }]) as unknown },
  });
});

/** Waits until the page has handled all events so far, and shows their effects. */
const settle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

test("a canceled import stops, and a refused one leaves no empty dataset", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  const datasets = async () =>
    (
      (await graphql("{ datasets { edges { node { name itemCount } } } }")) as {
        datasets: { edges: { node: { name: string; itemCount: number } }[] };
      }
    ).datasets.edges.map(({ node }) => node);
  let handle: "fail" | "hold" | null = "fail";
  const held: Route[] = [];
  let requestCount = 0;
  await page.route("**/api/graphql", async (route) => {
    if (!route.request().postData()?.includes("mutation addDatasetItems(")) return route.fallback();
    requestCount += 1;
    if (handle === "hold") return void held.push(route);
    if (handle === null) return route.fallback();
    return route.fulfill({
      json: { errors: [{ message: "items[0].input is too large", extensions: { code: "INPUT" } }] },
    });
  });
  await goto(`/projects/${projectId}/datasets`);
  const dialog = page.getByRole("dialog");
  const rows = Array.from({ length: 1_500 }, (_, index) => `country ${index}`);
  const buffer = Buffer.from(["question", ...rows].join("\n"));
  const choose = async (): Promise<void> => {
    await page.getByRole("button", { name: "Create from file" }).click();
    await dialog.getByLabel("File").setInputFiles({ name: "countries.csv", mimeType: "text/csv", buffer });
  };
  await choose();
  const start = dialog.getByRole("button", { name: "Create dataset with 1,500 items" });
  await start.click();
  await dialog.getByText(/^Row \d: input is too large$/).waitFor();
  // The error is shown before the empty dataset is deleted.
  await expect.poll(datasets).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  handle = "hold";
  await choose();
  await start.click();
  await expect.poll(() => held.length).toBe(1);
  // The file and the name belong to the import that is running.
  expect(await dialog.getByLabel("File").isDisabled()).toBe(true);
  expect(await dialog.getByLabel("Name").isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Prompts", exact: true }).click();
  await page.getByRole("heading", { name: "Prompts", exact: true }).waitFor();
  handle = null;
  const answered = page.waitForResponse((response) => response.request() === held[0]?.request());
  await held[0]?.continue();
  await answered;
  await expect.poll(datasets).toEqual([{ name: "countries", itemCount: 500 }]);
  await settle(page);
  expect(requestCount).toBe(2);
  expect(new URL(page.url()).pathname).toBe(`/projects/${projectId}/prompts`);
});

test("of two files, the one that was selected last is imported, and files can be dropped", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await goto(`/projects/${projectId}/datasets`);
  await page.evaluate(() => {
    const stream = Blob.prototype.stream;
    const isReading = Promise.withResolvers<undefined>();
    Object.assign(globalThis, { releaseFile: () => isReading.resolve(undefined) });
    Blob.prototype.stream = function (this: Blob) {
      const own = stream.call(this);
      if (!(this instanceof File) || this.name !== "slow.csv") return own;
      return own.pipeThrough(
        new TransformStream({
          async transform(chunk, controller) {
            await isReading.promise;
            controller.enqueue(chunk);
          },
        }),
      );
    };
  });
  await page.getByRole("button", { name: "Create from file" }).click();
  const dialog = page.getByRole("dialog");
  const file = dialog.getByLabel("File");
  const fileOf = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await file.setInputFiles(fileOf("slow.csv", "river\nSeine\nTiber\n"));
  await dialog.getByText("Reading").waitFor();

  const path = join(await mkdtemp(join(tmpdir(), "threadline-drop-")), "fast.csv");
  onTestFinished(() => rm(dirname(path), { recursive: true }));
  await writeFile(path, "question\nCapital of France?\n");
  const box = await file.boundingBox();
  const session = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", {
      type,
      x: (box?.x ?? 0) + 10,
      y: (box?.y ?? 0) + 10,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    });
  }
  await dialog.getByText("fast.csv").waitFor();
  await dialog.getByRole("button", { name: "Create dataset with 1 item" }).waitFor();
  await page.evaluate(() => (globalThis as unknown as { releaseFile(): void }).releaseFile());
  await settle(page);
  await dialog.getByText("fast.csv").waitFor();
  await dialog.getByRole("button", { name: "Create dataset with 1 item" }).click();
  await page.getByRole("heading", { name: "fast", exact: true }).waitFor();
  expect(await graphql('{ dataset(name: "fast") { items { input } } }')).toEqual({
    dataset: { items: [{ input: { question: "Capital of France?" } }] },
  });
});

test("an import recognizes the fields of the dataset, says how many items it added, and shows them first", async () => {
  let datasetId = "";
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql }) => {
      const made = (await graphql('mutation { createDataset(name: "questions") { id } }')) as {
        createDataset: { id: string };
      };
      datasetId = made.createDataset.id;
      await graphql(
        `
          mutation ($id: String!, $items: [NewDatasetItemInput!]!) {
            createDatasetItems(datasetId: $id, items: $items) {
              id
            }
          }
        `,
        {
          id: datasetId,
          items: ["A", "B"].map((question) => ({ input: { question }, metadata: { topic: "orders" } })),
        },
      );
    },
  });
  await goto(`/projects/${projectId}/datasets/${datasetId}?search=orders`);
  await page.getByText("2 of 2 items").waitFor();
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("File").setInputFiles({
    name: "more.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("question,topic\nWhen does it open?,shops\n"),
  });
  await dialog.getByLabel("Column “topic”").filter({ hasText: "Metadata field topic" }).waitFor();
  await dialog.getByRole("button", { name: "Import 1 item" }).click();
  await page.getByText("1 item imported").waitFor();
  await page.getByRole("row").nth(1).getByText("When does it open?").waitFor();
  await page.getByRole("row").nth(1).getByRole("button", { name: "Open item 3" }).waitFor();
  await page.getByText("3 items", { exact: true }).waitFor();
  await expectAccessible(page);
});

const addItems = `mutation ($id: String!, $items: [NewDatasetItemInput!]!) {
  createDatasetItems(datasetId: $id, items: $items) { id } }`;

test("an import of items that are stored already says how many it added, replaced or left unchanged", async () => {
  let datasetId = "";
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql }) => {
      const made = (await graphql('mutation { createDataset(name: "questions") { id } }')) as {
        createDataset: { id: string };
      };
      datasetId = made.createDataset.id;
      await graphql(addItems, { id: datasetId, items: ["a", "b"].map((id) => ({ id, input: id })) });
    },
  });
  await goto(`/projects/${projectId}/datasets/${datasetId}`);
  await page.getByText("2 items", { exact: true }).waitFor();
  const dialog = page.getByRole("dialog", { name: "Import items" });
  const importItems = async (ids: string, replace: boolean): Promise<void> => {
    await page.getByRole("button", { name: "Import" }).click();
    const lines = ids.split("").map((id) => JSON.stringify({ id, input: `new ${id}` }));
    const file = { name: "more.jsonl", mimeType: "application/x-ndjson", buffer: Buffer.from(lines.join("\n")) };
    await dialog.getByLabel("File").setInputFiles(file);
    await chooseOption(dialog.getByLabel("Column “id”"), "Item ID");
    if (replace) await dialog.getByLabel("Replace items with the same ID").check();
    await dialog.getByRole("button", { name: `Import ${ids.length} items` }).click();
    await dialog.waitFor({ state: "detached" });
  };
  const sort = () => new URL(page.url()).searchParams.get("sort");
  await importItems("ab", false);
  await page.getByText("0 items added, 2 unchanged", { exact: true }).waitFor();
  expect(sort()).toBeNull();
  await importItems("ab", true);
  await page.getByText("0 items added, 2 replaced", { exact: true }).waitFor();
  expect(sort()).toBeNull();
  await importItems("abc", true);
  await page.getByText("1 item added, 2 replaced", { exact: true }).waitFor();
  await expect.poll(sort).toBe("-number");
});

test("an import into a large dataset does not sort it, because sorting reads all items", async () => {
  let datasetId = "";
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql }) => {
      const made = (await graphql('mutation { createDataset(name: "questions") { id } }')) as {
        createDataset: { id: string };
      };
      datasetId = made.createDataset.id;
      const items = Array.from({ length: 1_000 }, (_, input) => ({ input }));
      await graphql(addItems, { id: datasetId, items });
      await graphql(addItems, { id: datasetId, items });
    },
  });
  await goto(`/projects/${projectId}/datasets/${datasetId}`);
  await page.getByText("2,000 items", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  const file = { name: "more.csv", mimeType: "text/csv", buffer: Buffer.from("question\nWhen does it open?\n") };
  await dialog.getByLabel("File").setInputFiles(file);
  await dialog.getByRole("button", { name: "Import 1 item" }).click();
  await page.getByText("1 item imported").waitFor();
  await page.getByText("2,001 items", { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get("sort")).toBeNull();
});
