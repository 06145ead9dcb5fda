import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { openUi, type Service } from "./browser/open-ui.ts";
import { seedImprovements } from "./seed-improvements.ts";

test("an open dataset shows an item that an application adds", async () => {
  let datasetId = "";
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async (service) => {
      const made = (await service.graphql('mutation { createDataset(name: "live") { id } }')) as {
        createDataset: { id: string };
      };
      datasetId = made.createDataset.id;
    },
  });
  await goto(`/projects/${projectId}/datasets/${datasetId}`);
  await page.getByRole("heading", { name: "No items yet" }).waitFor();
  const add = "mutation ($id: String!, $input: Json!) { createDatasetItem(datasetId: $id, input: $input) { id } }";
  await graphql(add, { id: datasetId, input: "first" });
  await page.getByRole("cell", { name: "first" }).waitFor();
  const { dataset } = (await graphql('{ dataset(name: "live") { items { id } } }')) as {
    dataset: { items: { id: string }[] };
  };
  await graphql('mutation ($id: String!) { updateDatasetItem(id: $id, input: "changed") { id } }', {
    id: dataset.items[0]?.id,
  });
  await page.getByRole("cell", { name: "changed" }).waitFor();
  await expect.poll(() => page.getByText("1 item").count()).toBe(1);
});

test("an item links to its source step, with the steps below it", async () => {
  let datasetId = "";
  let itemId = "";
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql, ingest }) => {
      await ingest([
        { id: "root", name: "answer", type: "run", threadId: "chat", input: { q: 1 }, output: { a: 1 } },
        { id: "child", name: "look up", type: "tool", parentId: "root", rootRunId: "root", threadId: "chat" },
      ]);
      const made = (await graphql('mutation { createDataset(name: "d") { id } }')) as { createDataset: { id: string } };
      datasetId = made.createDataset.id;
      const added = (await graphql(
        'mutation ($id: String!) { addStepToDataset(datasetId: $id, stepId: "root") { id } }',
        { id: datasetId },
      )) as { addStepToDataset: { id: string } };
      itemId = added.addStepToDataset.id;
    },
  });
  await goto(`/projects/${projectId}/datasets/${datasetId}?item=${itemId}`);
  await page.getByText("Intermediate steps (1)").waitFor();
  await page.locator("summary", { hasText: "look up" }).waitFor();
  await page.getByRole("link", { name: "From answer" }).click();
  await expect.poll(() => page.url()).toContain("/logs/threads/chat?currentStepId=root");
});

test("a dataset of thousands of items scrolls to its end by keyboard, with few rows in the DOM", async () => {
  let datasetId = "";
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql }) => {
      const made = (await graphql('mutation { createDataset(name: "large") { id } }')) as {
        createDataset: { id: string };
      };
      datasetId = made.createDataset.id;
      for (let start = 0; start < 1_200; start += 600) {
        const items = Array.from({ length: 600 }, (_value, index) => ({ input: `item ${start + index}` }));
        await graphql(
          `
            mutation ($id: String!, $items: [NewDatasetItemInput!]!) {
              createDatasetItems(datasetId: $id, items: $items) {
                id
              }
            }
          `,
          { id: datasetId, items },
        );
      }
    },
  });
  await goto(`/projects/${projectId}/datasets/${datasetId}`);
  const table = page.getByRole("region", { name: "Items" });
  await table.getByRole("button", { name: "Open item 2", exact: true }).waitFor();
  await table.focus();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect.poll(() => page.locator(":focus").getAttribute("aria-label")).toBe("Open item 2");
  await expect
    .poll(async () => {
      await table.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
      return table.getByRole("cell", { name: "item 1199", exact: true }).count();
    })
    .toBe(1);
  expect(await table.getByRole("row").count()).toBeLessThan(60);
  // Only the table scrolls, not the page.
  const scrolled = page.getByRole("heading", { level: 1 }).locator("xpath=ancestor::*[@data-filled]/..");
  expect(await scrolled.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);

  // On a phone, the items are cards that scroll with the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => table.evaluate((frame) => frame.scrollHeight - frame.clientHeight)).toBe(0);
  await expect.poll(() => table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  await expect
    .poll(async () => {
      await scrolled.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return table.getByText("item 1199", { exact: true }).count();
    })
    .toBe(1);
  expect(await table.getByRole("row").count()).toBeLessThan(60);
});

test("a comparison says in one sentence which differences may be chance, and orders rows by their change", async () => {
  const ids: string[] = [];
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql }) => {
      const made = (await graphql('mutation { createDataset(name: "d") { id } }')) as { createDataset: { id: string } };
      const items = Array.from({ length: 6 }, (_, index) => ({ input: { index } }));
      const added = (await graphql(
        "mutation ($id: String!, $items: [NewDatasetItemInput!]!) { createDatasetItems(datasetId: $id, items: $items) { id } }",
        { id: made.createDataset.id, items },
      )) as { createDatasetItems: { id: string }[] };
      for (const gain of [0, 0.1]) {
        const experiment = (await graphql(
          "mutation ($name: String!, $id: String!) { createDatasetExperiment(name: $name, datasetId: $id) { id } }",
          { name: `gain ${gain}`, id: made.createDataset.id },
        )) as { createDatasetExperiment: { id: string } };
        ids.push(experiment.createDatasetExperiment.id);
        for (const [index, { id }] of added.createDatasetItems.entries()) {
          const item = (await graphql(
            "mutation ($id: String!, $item: String) { createDatasetExperimentItem(datasetExperimentId: $id, datasetItemId: $item) { id } }",
            { id: experiment.createDatasetExperiment.id, item: id },
          )) as { createDatasetExperimentItem: { id: string } };
          const values = {
            exact: 0.5 + gain + (gain * index) / 10,
            short: gain > 0 && index === 5 ? 0.3 : 0.5,
            polite: index / 10,
          };
          for (const [name, value] of Object.entries(values)) {
            await graphql(
              "mutation ($id: String!, $name: String!, $value: Float!) { createScore(name: $name, type: CODE, value: $value, datasetExperimentItemId: $id) { id } }",
              { id: item.createDatasetExperimentItem.id, name, value },
            );
          }
        }
      }
    },
  });
  await goto(`/projects/${projectId}/experiments/compare?ids=${ids.join(",")}`);
  await page.getByRole("button", { name: "Details", exact: true }).press("Enter");
  const scores = page.getByRole("region", { name: "Average scores" });
  await expect
    .poll(() => scores.getByRole("figure", { name: "exact" }).innerText())
    .toMatch(/\+0\.1\d*\s+may be chance: needs about \d+ more items?$/);
  // The interval excludes 0, so it would contradict the sentence. The tooltip has it, with the reason.
  await scores.getByTitle(/^This score alone: \+0\.1\d* to \+0\.1\d*\. With 3 compared scores/).waitFor();
  await scores.getByText("A difference has a color only if chance is unlikely").waitFor();
  const table = page.getByRole("region", { name: "Compare experiments" });
  await table.getByText("gray: may be chance").waitFor();

  await choose(page.getByLabel("Order", { exact: true }), "Regressions first");
  const first = table.locator("tbody").getByRole("row").first();
  await expect.poll(() => first.getByRole("button", { name: "Show row 6" }).count()).toBe(1);

  // The panel of a row needs the space of the details.
  await first.getByRole("button", { name: "Show row 6" }).press("Enter");
  await expect.poll(() => scores.count()).toBe(0);
  await page.getByRole("button", { name: "Details", exact: true }).press("Enter");
  await scores.waitFor();
  expect(new URL(page.url()).searchParams.has("row")).toBe(false);
});

test("on a phone, selected experiments are compared from a bar that stays in view", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    window: { viewport: { width: 390, height: 500 } },
    seed: async (service) => {
      await seedImprovements(service);
    },
  });
  await goto(`/projects/${projectId}/experiments`);
  const compare = page.getByRole("button", { name: /^Compare/ });
  await page.getByRole("checkbox", { name: "Select smaller model" }).click();
  expect(await compare.isDisabled()).toBe(true);
  await page.getByRole("checkbox", { name: "Select baseline" }).click();
  await compare.and(page.getByRole("button", { name: "Compare 2" })).waitFor();
  for (const name of ["Select baseline", "Select smaller model"]) {
    // oxlint-disable-next-line no-await-in-loop -- the checkboxes share the page
    await page.getByRole("checkbox", { name, exact: true }).scrollIntoViewIfNeeded();
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect.poll(async () => ((await compare.boundingBox())?.y ?? 0) + 20).toBeLessThan(500);
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect((await compare.boundingBox())?.y).toBeGreaterThan(0);
  }
  await compare.click();
  await page.getByRole("heading", { name: "Compare experiments" }).waitFor();
});

test("a header with several controls is clicked by mouse, and all items are selected on a phone", async () => {
  let datasetId = "";
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql }) => {
      const made = (await graphql('mutation { createDataset(name: "scored") { id } }')) as {
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
        { id: datasetId, items: ["a", "b", "c"].map((id) => ({ id, input: id })) },
      );
      const { createDatasetExperiment: experiment } = (await graphql(
        'mutation ($id: String!) { createDatasetExperiment(name: "trial", datasetId: $id) { id } }',
        { id: datasetId },
      )) as { createDatasetExperiment: { id: string } };
      for (const [item, close, exact] of [
        ["a", 1, 0],
        ["b", 0.5, 1],
        ["c", 0, 0.5],
      ] as const) {
        const { createDatasetExperimentItem: result } = (await graphql(
          `
            mutation ($experiment: String!, $item: String!) {
              createDatasetExperimentItem(datasetExperimentId: $experiment, datasetItemId: $item) {
                id
              }
            }
          `,
          { experiment: experiment.id, item },
        )) as { createDatasetExperimentItem: { id: string } };
        await graphql(
          `
            mutation ($id: String!, $close: Float!, $exact: Float!) {
              close: createScore(name: "close", type: CODE, value: $close, datasetExperimentItemId: $id) {
                id
              }
              exact: createScore(name: "exact", type: CODE, value: $exact, datasetExperimentItemId: $id) {
                id
              }
            }
          `,
          { id: result.id, close, exact },
        );
      }
    },
  });
  await goto(`/projects/${projectId}/datasets/${datasetId}`);
  const items = page.getByRole("region", { name: "Items" });
  const numbers = () => items.getByRole("button", { name: /^Open item/ }).allInnerTexts();
  await items.getByRole("button", { name: "close", exact: true }).click();
  await expect.poll(numbers).toEqual(["3", "2", "1"]);
  await items.getByRole("button", { name: "exact", exact: true }).click();
  await expect.poll(numbers).toEqual(["1", "3", "2"]);
  await items.getByRole("checkbox", { name: "Select all shown items" }).click();
  await page.getByRole("group", { name: "3 items selected" }).waitFor();

  // On a phone, the table has no header.
  await page.setViewportSize({ width: 390, height: 844 });
  await items.getByRole("checkbox", { name: "Select item 1" }).click();
  await page.getByRole("group", { name: "2 items selected" }).getByRole("button", { name: "Select all 3" }).click();
  await page.getByRole("group", { name: "3 items selected" }).waitFor();
});

/** Stores a dataset with an experiment. `scores` are those of its first and last item; the others have none. */
async function seedScored({ graphql }: Service, count: number, scores: readonly [number, number]): Promise<string> {
  const { createDataset: dataset } = (await graphql('mutation { createDataset(name: "long") { id } }')) as {
    createDataset: { id: string };
  };
  const { createDatasetExperiment: experiment } = (await graphql(
    'mutation ($id: String!) { createDatasetExperiment(name: "trial", datasetId: $id) { id } }',
    { id: dataset.id },
  )) as { createDatasetExperiment: { id: string } };
  const indexes = Array.from({ length: count }, (_, index) => index);
  const items = indexes.map((index) => ({ id: `item-${index}`, input: `item ${index}` }));
  // The service limits the length of lists and of documents.
  for (let start = 0; start < count; start += 30) {
    await graphql(
      `
        mutation ($id: String!, $items: [NewDatasetItemInput!]!) {
          createDatasetItems(datasetId: $id, items: $items) {
            id
          }
        }
      `,
      { id: dataset.id, items: items.slice(start, start + 30) },
    );
    const results = indexes.slice(start, start + 30).map(
      (index) => `r${index}: createDatasetExperimentItem(
        datasetExperimentId: $id, datasetItemId: "item-${index}", id: "result-${index}", output: "output ${index}"
      ) { id }`,
    );
    await graphql(`mutation ($id: String!) { ${results.join(" ")} }`, { id: experiment.id });
  }
  for (const [index, value] of [
    [0, scores[0]],
    [count - 1, scores[1]],
  ] as const) {
    await graphql(
      `
        mutation ($id: String!, $value: Float!) {
          createScore(name: "exact", type: CODE, value: $value, datasetExperimentItemId: $id) {
            id
          }
        }
      `,
      { id: `result-${index}`, value },
    );
  }
  return dataset.id;
}

test("items are sorted by, and show, results beyond the first 1,000 of an experiment", async () => {
  let datasetId = "";
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async (service) => {
      datasetId = await seedScored(service, 1_001, [1, 0]);
    },
  });
  await goto(`/projects/${projectId}/datasets/${datasetId}`);
  const items = page.getByRole("region", { name: "Items" });
  const numbers = async () => (await items.getByRole("button", { name: /^Open item/ }).allInnerTexts()).slice(0, 3);
  await items.getByRole("button", { name: "exact", exact: true }).press("Enter");
  await expect.poll(numbers).toEqual(["1,001", "1", "2"]);
  await items.getByRole("button", { name: "Open item 1,001" }).press("Enter");
  await page
    .getByRole("complementary", { name: "Item 1,001" })
    .getByRole("region", { name: "Results in experiments" })
    .getByText("output 1000")
    .waitFor();
});

test("an order that no column has loads no more items, and a failure to select all items is reported", async () => {
  let datasetId = "";
  const { page, goto, projectId, faults } = await openUi({
    path: null,
    seed: async (service) => {
      datasetId = await seedScored(service, 401, [1, 0]);
    },
  });
  const pages: string[] = [];
  page.on("request", (request) => {
    const text = request.postData() ?? "";
    if (text.includes("query datasetItems(")) pages.push(/"skip":\d+/.exec(text)?.[0] ?? "");
  });
  let isFailing = true;
  await page.route("**/api/graphql", (route) =>
    isFailing && route.request().postData()?.includes("query datasetItemIds(")
      ? route.fulfill({ json: { errors: [{ message: "Broken for the test", extensions: { code: "INTERNAL" } }] } })
      : route.fallback(),
  );
  const items = page.getByRole("region", { name: "Items" });
  for (const sort of ["number", "x", "score:other:exact"]) {
    await goto(`/projects/${projectId}/datasets/${datasetId}?sort=${sort}`);
    // The scores have loaded, so that the order is known.
    await items.getByRole("columnheader", { name: /^trial/ }).waitFor();
    await items.getByRole("button", { name: "Open item 1", exact: true }).waitFor();
  }
  // The list is loaded again when the stream of changes opens.
  expect(new Set(pages)).toEqual(new Set(['"skip":0']));

  await items.getByRole("checkbox", { name: "Select item 1", exact: true }).click();
  const all = page.getByRole("button", { name: "Select all 401" });
  await all.click();
  await page.getByRole("group", { name: "1 item selected" }).getByRole("alert").getByText("Broken for").waitFor();
  isFailing = false;
  await all.click();
  await page.getByRole("group", { name: "401 items selected" }).waitFor();
  expect(new Set(pages)).toEqual(new Set(['"skip":0']));
  expect(faults).toEqual([]);
});

test("after an action on selected items, the table has the focus, and J and K move from a checkbox", async () => {
  let datasetId = "";
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async (service) => {
      datasetId = await seedScored(service, 5, [1, 0]);
    },
  });
  await goto(`/projects/${projectId}/datasets/${datasetId}`);
  const items = page.getByRole("region", { name: "Items" });
  const select = (number: number) => items.getByRole("checkbox", { name: `Select item ${number}` }).press("Space");
  const bar = page.getByRole("group", { name: "1 item selected" });
  await select(2);
  await items.getByRole("checkbox", { name: "Select item 2" }).press("j");
  await expectFocus(items.getByRole("button", { name: "Open item 3" }));
  await bar.getByRole("button", { name: "Clear selection" }).press("Enter");
  await expectFocus(items);

  await select(1);
  await bar.getByRole("button", { name: "Change splits" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Add to splits").fill("hard");
  await dialog.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expectFocus(items);

  await select(1);
  const failing = (route: Route) =>
    route.request().postData()?.includes("mutation removeDatasetItems(")
      ? route.fulfill({ json: { errors: [{ message: "Broken for the test", extensions: { code: "INTERNAL" } }] } })
      : route.fallback();
  await page.route("**/api/graphql", failing);
  await bar.getByRole("button", { name: "Delete" }).press("Enter");
  await dialog.getByRole("button", { name: "Delete" }).press("Enter");
  await dialog.getByText("Broken for the test").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await page.unroute("**/api/graphql", failing);
  await bar.getByRole("button", { name: "Delete" }).press("Enter");
  await dialog.getByText("Earlier versions of the dataset keep them.").waitFor();
  expect(await dialog.getByText("Broken for the test").count()).toBe(0);
  await dialog.getByRole("button", { name: "Delete" }).press("Enter");
  await expect.poll(() => items.getByRole("button", { name: /^Open item/ }).count()).toBe(4);
  await expectFocus(items);
});

test("datasets are sorted by their experiments only when all are known, and a failure is reported", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async (service) => {
      await seedScored(service, 1, [1, 0]);
      await service.graphql('mutation { createDataset(name: "without experiments") { id } }');
    },
  });
  const list = page.getByRole("region", { name: "Datasets" });
  const names = () => list.locator("tbody").getByRole("row").locator("td:first-child a").allInnerTexts();
  let isFailing = true;
  await page.route("**/api/graphql", (route) =>
    isFailing && route.request().postData()?.includes("r0:datasetExperiments")
      ? route.fulfill({ json: { errors: [{ message: "Broken for the test", extensions: { code: "INTERNAL" } }] } })
      : route.fallback(),
  );
  await goto(`/projects/${projectId}/datasets?sort=-lastRun`);
  const retry = page.getByRole("alert").getByRole("button", { name: "Try again" });
  await retry.waitFor();
  expect(await names()).toEqual(["without experiments", "long"]);
  isFailing = false;
  await retry.click();
  await expect.poll(names).toEqual(["long", "without experiments"]);
  await retry.waitFor({ state: "detached" });
});

test("results of a search keep their numbers, and changed fields of an item are only discarded after a question", async () => {
  let datasetId = "";
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async (service) => {
      ({ datasetId } = await seedImprovements(service));
    },
  });
  await goto(`/projects/${projectId}/datasets/${datasetId}?search=kenya`);
  await page.getByText("1 of 5 items").waitFor();
  await page.getByRole("button", { name: "Open item 4" }).click();
  const panel = page.getByRole("complementary", { name: "Item 4" });
  await panel.getByText("Kenya", { exact: true }).waitFor();

  const form = page.getByRole("dialog", { name: "Item 4" }).or(page.getByRole("dialog", { name: "Edit item" }));
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  await panel.getByRole("button", { name: "Edit", exact: true }).click();
  const input = form.getByLabel("Input", { exact: true });
  await input.waitFor();
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
  await panel.getByRole("button", { name: "Edit", exact: true }).click();
  await input.fill('{ "country": ');
  await page.keyboard.press("Escape");
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  expect(await input.inputValue()).toBe('{ "country": ');
  await form.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await form.waitFor({ state: "detached" });
  expect(await question.count()).toBe(0);
});

test("a link to an item scrolls the list to it and marks it, also if it is far down", async () => {
  let path = "";
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql }) => {
      const { dataset } = (await graphql('mutation { dataset: createDataset(name: "many") { id } }')) as {
        dataset: { id: string };
      };
      const create = `mutation ($id: String!, $items: [NewDatasetItemInput!]!) {
        items: createDatasetItems(datasetId: $id, items: $items) { id } }`;
      const items = Array.from({ length: 400 }, (_value, number) => ({ input: { number } }));
      const added = (await graphql(create, { id: dataset.id, items })) as { items: { id: string }[] };
      path = `${dataset.id}?item=${added.items.at(-2)?.id}`;
    },
  });
  await goto(`/projects/${projectId}/datasets/${path}`);
  const row = page.locator('tr[aria-current="true"]');
  await row.waitFor();
  expect(await row.innerText()).toContain("398");
  await expect.poll(() => row.evaluate((each) => each.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await page.getByRole("complementary", { name: "Item 399", exact: true }).waitFor();
  // Found late, it takes no focus from a user who does something else meanwhile.
  const late = Promise.withResolvers<void>();
  await page.route("**/api/graphql*", async (route) => {
    if (route.request().postData()?.includes('"skip":200')) await late.promise;
    await route.continue();
  });
  await page.reload();
  const search = page.getByRole("searchbox", { name: "Search in items" });
  await search.click();
  late.resolve();
  await page.locator('table[aria-rowcount="401"]').waitFor();
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
});
