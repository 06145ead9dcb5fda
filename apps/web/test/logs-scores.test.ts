import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { chips, openLog, rows } from "./open-log.ts";
import { seedLog } from "./seed-log.ts";
import { seedReviewQueue } from "./seed-review-queue.ts";
import { panel as sidePanel } from "./side-panel.ts";

/**
 * Opens the list of scores. Of the four scores named `grade`, two belong to the same step, and one belongs to a thread.
 */
const openScores = () =>
  openLog("logs/scores", {
    seed: async (service) => {
      await seedLog(service, { count: 2 });
      await service.graphql(`mutation {
        a: createScore(name: "grade", type: AI, value: 0.4, stepId: "thread-0-llm", comment: "Too short") { id }
        b: createScore(name: "grade", type: AI, value: -2, threadId: "thread-1") { id }
        c: createScore(name: "grade", type: CODE, value: 0.9, stepId: "thread-0-llm") { id }
        d: createScore(name: "grade", type: HUMAN, value: 12, stepId: "thread-1-run") { id }
      }`);
    },
  });

test("scores are sorted by their value", async () => {
  const { page } = await openScores();
  const values = () => rows(page).locator('[data-column="value"]').allInnerTexts();
  await expectSoon(() => rows(page).count()).toBe(6);
  await page.getByRole("button", { name: "Value", exact: true }).click();
  await expectSoon(values).toEqual(["12", "1", "0.9", "0.4", "0", "−2"]);
  await page.getByRole("button", { name: "Value", exact: true }).click();
  await expectSoon(values).toEqual(["−2", "0", "0.4", "0.9", "1", "12"]);
  // A card has no line for a missing comment.
  await page.setViewportSize({ width: 390, height: 844 });
  const comments = rows(page).locator('[data-column="comment"]:visible');
  await expectSoon(() => comments.allInnerTexts()).toEqual(["Too short"]);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("the steps of selected scores are added to a new dataset", async () => {
  const { page, graphql } = await openScores();
  await page
    .getByRole("complementary", { name: "Facets" })
    .getByRole("button", { name: /^grade / })
    .click();
  await expectSoon(() => rows(page).count()).toBe(4);
  await page.getByRole("checkbox", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Add to dataset" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to dataset" });
  await dialog
    .getByText("1 score of a thread or experiment item is skipped, because only steps can be added.")
    .waitFor();
  await expectSoon(() => dialog.getByRole("group").count()).toBe(2);
  await expectAccessible(page);
  await dialog.getByLabel("Name of the new dataset").fill("low grades");
  await dialog.getByRole("button", { name: "Add 2 items" }).click();
  await page.getByText("2 items added to low grades").waitFor();
  await page.getByRole("link", { name: "Open dataset" }).click();
  await page.getByRole("heading", { name: "low grades" }).waitFor();
  const { datasets } = (await graphql("{ datasets { edges { node { items { stepId } } } } }")) as {
    datasets: { edges: { node: { items: { stepId: string }[] } }[] };
  };
  expect(datasets.edges[0]?.node.items.map(({ stepId }) => stepId).toSorted()).toEqual([
    "thread-0-llm",
    "thread-1-run",
  ]);
});

test("a score that belongs to no step is not added to a review queue, and the dialog says why", async () => {
  const { page, graphql } = await openScores();
  await seedReviewQueue({ graphql }, ["thread-0-llm"], { target: "STEP" });
  await rows(page).filter({ hasText: "−2" }).getByRole("checkbox").click();
  await page.getByRole("button", { name: "Add to review queue" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to review queue" });
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog
    .getByText("Only steps can be added, but the selected scores belong to threads and experiment items.")
    .waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await rows(page)
    .filter({ has: page.locator('[data-column="value"]', { hasText: /^12$/ }) })
    .getByRole("checkbox")
    .click();
  await page.getByRole("button", { name: "Add to review queue" }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expectSoon(() => page.getByText(/^Records added: 1\./).count()).toBe(1);
});

test("the values of one score are divided into ranges, and a range filters the list", async () => {
  const { page } = await openLog("logs/scores", {
    seed: async (service) => {
      await seedLog(service, { count: 2 });
      const scores = Array.from({ length: 20 }, (_, index) => {
        const value = (index + 0.5) / 20;
        return `s${index}: createScore(name: "quality", type: AI, value: ${value}, scorer: "judge", label: "rated", comment: "Reason ${index}", stepId: "thread-0-llm") { id }`;
      });
      await service.graphql(`mutation { ${scores.join(" ")} }`);
    },
  });
  await expectSoon(() => rows(page).count()).toBe(22);
  const facets = page.getByRole("complementary", { name: "Facets" });
  const values = facets.getByRole("group", { name: "Value", exact: true });
  await values.getByText("Select one score name to see its values").waitFor();
  await facets.getByRole("button", { name: /^helpful / }).click();
  await expectSoon(() => values.getByRole("button").allInnerTexts()).toEqual(["0\n1", "1\n1"]);
  await facets.getByRole("button", { name: /^helpful / }).click();
  await facets.getByRole("button", { name: /^quality / }).click();
  await expectSoon(() => values.getByRole("button").first().innerText()).toBe("0 to 0.1\n2");
  expect(await values.getByRole("button").count()).toBe(10);
  await expectAccessible(page);
  await values.getByRole("button", { name: /^0\.9 to 1 / }).click();
  await expectSoon(() => rows(page).count()).toBe(2);
  expect(await chips(page)).toEqual(["Name is quality", "Value ≥ 0.9"]);
  // Ranges that are not selected keep their counts, so that they can be selected instead.
  await values.getByRole("button", { name: /^0\.2 to 0\.3 2$/ }).click();
  await expectSoon(() => chips(page)).toEqual(["Name is quality", "Value ≥ 0.2", "Value < 0.3"]);
  await expectSoon(() => rows(page).count()).toBe(2);
  expect(await rows(page).first().innerText()).toContain("rated");
  await rows(page).first().click();
  const panel = page.getByRole("complementary", { name: "quality" });
  await panel.getByText("Reason 5").waitFor();
  expect(await panel.getByText(/^AI · judge · /).count()).toBe(1);
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Close", exact: true }).click();
  await values.getByRole("button", { name: /^0\.2 to 0\.3 2$/ }).click();
  await expectSoon(() => chips(page)).toEqual(["Name is quality"]);
});

test("the number of a score with a long label is visible", async () => {
  const { page } = await openLog("logs/scores", {
    seed: async ({ graphql }) => {
      await graphql(`
        mutation {
          ingestStep(id: "s", type: run, name: "answer") {
            ok
          }
          createScore(name: "grade", type: AI, value: 0.5, label: "mostly understandable", stepId: "s") {
            id
          }
        }
      `);
    },
  });
  const badge = rows(page).locator('[data-column="value"] [title]');
  expect(await badge.getAttribute("title")).toBe("mostly understandable (0.5)");
  const [outer, number] = await Promise.all([badge.boundingBox(), badge.getByText("(0.5)").boundingBox()]);
  if (!outer || !number) throw new Error("The score is not visible.");
  expect(number.x + number.width).toBeLessThanOrEqual(outer.x + outer.width);
  // The label is truncated instead.
  const label = badge.getByText("mostly understandable", { exact: true });
  expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
});

test("the score of an experiment item opens beside the list, with the content of the item and its experiment", async () => {
  let experimentId = "";
  const { page } = await openLog("logs/scores", {
    seed: async ({ graphql, ingest }) => {
      await ingest([{ id: "run", type: "run", name: "Try a question", environment: "experiment" }]);
      const { createDataset } = (await graphql('mutation { createDataset(name: "Capitals") { id } }')) as {
        createDataset: { id: string };
      };
      const itemIds: string[] = [];
      for (const [country, capital] of [
        ["Chad", "N'Djamena"],
        ["Kenya", "Nairobi"],
        ["France", "Paris"],
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- the order of the items matters
        const { createDatasetItem } = (await graphql(
          "mutation ($id: String!, $input: Json!, $expected: Json) { createDatasetItem(datasetId: $id, input: $input, expectedOutput: $expected) { id } }",
          { id: createDataset.id, input: { country }, expected: { capital } },
        )) as { createDatasetItem: { id: string } };
        itemIds.push(createDatasetItem.id);
      }
      const { createDatasetExperiment } = (await graphql(
        'mutation ($id: String!) { createDatasetExperiment(name: "Try", datasetId: $id) { id } }',
        { id: createDataset.id },
      )) as { createDatasetExperiment: { id: string } };
      experimentId = createDatasetExperiment.id;
      // The items without a result have no row in the experiment, so France has the second row.
      const results = [
        { itemId: itemIds[2], country: "France", output: "I do not know." },
        { itemId: itemIds[0], country: "Chad", output: "Moundou" },
      ];
      for (const { itemId, country, output } of results) {
        // oxlint-disable-next-line no-await-in-loop -- the order of the items matters
        const { createDatasetExperimentItem } = (await graphql(
          `
            mutation ($id: String!, $itemId: String, $input: Json, $output: Json) {
              createDatasetExperimentItem(
                datasetExperimentId: $id
                datasetItemId: $itemId
                experimentRunId: "run"
                input: $input
                output: $output
              ) {
                id
              }
            }
          `,
          { id: experimentId, itemId, input: { country }, output },
        )) as { createDatasetExperimentItem: { id: string } };
        if (country !== "France") continue;
        // oxlint-disable-next-line no-await-in-loop -- only one item has a score
        await graphql(
          'mutation ($id: String!) { createScore(datasetExperimentItemId: $id, name: "close", type: CODE, value: 1, comment: "No capital.") { id } }',
          { id: createDatasetExperimentItem.id },
        );
      }
    },
  });
  await rows(page).first().locator('[data-column="value"]').click();
  const link = sidePanel(page).getByRole("link", { name: "Open the item in its experiment", exact: true });
  await link.waitFor();
  const part = (name: string) => sidePanel(page).getByRole("region", { name, exact: true }).innerText();
  expect(await part("Input")).toContain("France");
  await expectSoon(() => part("Expected output")).toContain("Paris");
  expect(await part("Output")).toContain("I do not know.");
  await sidePanel(page).getByText("No capital.", { exact: true }).waitFor();
  await expectSoon(() => sidePanel(page).innerText()).toContain("No. 2");
  const run = sidePanel(page).getByRole("link", { name: "Open the run", exact: true });
  expect(await run.getAttribute("href")).toContain("/logs/steps/run");
  const whole = sidePanel(page).getByRole("link", { name: "Try", exact: true });
  expect(await whole.getAttribute("href")).toContain(experimentId);
  await expectAccessible(page);
  await link.click();
  await page.waitForURL("**/experiments/compare?**");
  await expectSoon(() => page.locator('tr[aria-current="true"]').innerText()).toMatch(/^2\s/);
});
