import { expect, test } from "vitest";
import { openUi } from "./browser/open-ui.ts";
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

test("a comparison of several scores says why an interval without 0 is no clear difference", async () => {
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
          const values = { exact: 0.5 + gain + (gain * index) / 10, short: 0.5, polite: index / 10 };
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
    .toMatch(
      /\+0\.1\d* to \+0\.1\d* \(uncorrected\) · too few items to decide: \d+ more (is|are) needed after correction for 3 scores/,
    );
  expect(await scores.getByRole("figure", { name: "polite" }).innerText()).not.toContain("correction");
  await scores.getByText("verdicts are corrected for the number of scores").waitFor();
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
