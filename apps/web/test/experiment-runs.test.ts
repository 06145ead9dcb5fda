import { expect, test } from "vitest";
import { sendError, sendOpenAI, startModelServer } from "../../../packages/server/test/models/model-server.ts";
import { addConnection } from "./add-connection.ts";
import { choose, chooseByKeyboard, toggle } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi, type Service } from "./browser/open-ui.ts";
import { seedImprovements } from "./seed-improvements.ts";
import { seedPrompts } from "./seed-prompts.ts";

async function addScorer({ graphql }: Service): Promise<void> {
  await graphql(`
    mutation {
      createEvaluator(
        evaluator: { name: "Same city" }
        version: {
          kind: BUILT_IN
          target: EXPERIMENT_ITEM
          scoreName: "same"
          builtIn: { scorer: "exactMatch", options: { output: "output.content", expected: "expected.city" } }
        }
      ) {
        id
      }
    }
  `);
}

test("an experiment is started over a dataset, canceled, continued, and its failure is shown and repeated", async () => {
  const provider = await startModelServer();
  const ui = await openUi({
    path: null,
    seed: async (service) => {
      await seedPrompts(service);
      await addScorer(service);
    },
  });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/datasets`);
  await addConnection(ui, { name: "Local", baseUrl: `${provider.origin}/v1`, models: ["gpt-4o-mini", "gpt-4o"] });
  const isCountry = (body: object, country: string): boolean => JSON.stringify(body).includes(country);
  const held: (() => void)[] = [];
  provider.reply((answer, { body }) => {
    if (isCountry(body, "France")) sendOpenAI(answer, ["Paris"]);
    else held.push(() => sendOpenAI(answer, ["Rome"]));
  });

  await page.getByRole("link", { name: "capitals", exact: true }).click();
  await page.getByRole("button", { name: "Run experiment" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The input of 5 of 5 sampled items has no value for {{hints}}").waitFor();
  // A dialog without entries closes at once.
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Run experiment" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("My experiment");
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  expect(await dialog.getByLabel("Name", { exact: true }).inputValue()).toBe("My experiment");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await dialog.first().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Run experiment" }).click();
  await dialog.getByText("The input of 5 of 5 sampled items has no value for {{hints}}").waitFor();
  await toggle(dialog.getByLabel("Prompt versions"), ["Version 1", "Version 2"]);
  // The version's model is suggested once its settings have loaded.
  await expect.poll(() => dialog.getByLabel("Models").innerText()).toContain("gpt-4o-mini");
  await toggle(dialog.getByLabel("Models"), ["gpt-4o"]);
  await dialog.getByText("10 (5 items, 2 experiments)").waitFor();
  await dialog.getByText(/^about .* input, up to .* output$/).waitFor();
  await dialog.getByText(/the estimate assumes [\d,]+ output tokens per call\.$/).waitFor();
  await dialog.getByLabel("Repeats").fill("21");
  await dialog.getByText("Complete or correct the fields to see the estimate").waitFor();
  expect(await dialog.getByRole("button", { name: /^Start/ }).isDisabled()).toBe(true);
  await dialog.getByLabel("Repeats").fill("1");
  await toggle(dialog.getByLabel("Models"), ["gpt-4o"]);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Start 1 experiment" }).click();

  const runs = page.getByRole("list", { name: "Runs" });
  await runs.getByText("Running").waitFor();
  await runs.getByText("1 of 5 items").waitFor();
  await page.getByRole("cell", { name: "1", exact: true }).first().waitFor();
  await expectAccessible(page);
  await goto(`/projects/${projectId}/experiments`);
  await page.getByRole("progressbar", { name: "Progress of capital-finder v1, gpt-4o-mini" }).waitFor();
  await page.getByRole("columnheader", { name: "Total cost", exact: true }).waitFor();
  // Only a very wide window has space for the duration.
  await page.setViewportSize({ width: 1440, height: 900 });
  const duration = page.getByRole("columnheader", { name: "Duration", exact: true });
  await duration.waitFor({ state: "detached" });
  await expectSoon(() =>
    page.getByRole("region", { name: "Experiments" }).evaluate((each) => each.scrollWidth - each.clientWidth),
  ).toBe(0);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await duration.waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "capital-finder v1, gpt-4o-mini" }).click();
  await page.getByRole("button", { name: "Cancel run: capital-finder v1, gpt-4o-mini" }).click();
  await runs.getByText("Canceled").waitFor();

  provider.reply((answer, { body }) => {
    if (isCountry(body, "Italy")) sendError(answer, 400, "No such country");
    else sendOpenAI(answer, ["Nairobi"]);
  });
  await page.getByRole("button", { name: "Continue: capital-finder v1, gpt-4o-mini" }).click();
  await runs.getByText("1 failed").waitFor();
  await runs.getByText("Done", { exact: true }).waitFor();
  await runs.getByText("Failures (1)").click();
  await runs.getByText("No such country").waitFor();
  await page.getByRole("cell").getByText("No such country").waitFor();
  await expectAccessible(page);
  await runs.getByRole("button", { name: "Row 2", exact: true }).click();
  await page.getByRole("region", { name: "capital-finder v1, gpt-4o-mini" }).getByText("No such country").waitFor();
  await expectAccessible(page);
  const own = page.url();
  // The row of a run with failures takes at most three lines.
  await page.setViewportSize({ width: 1280, height: 800 });
  await goto(`/projects/${projectId}/experiments`);
  const listed = page.getByRole("row", { name: /capital-finder v1, gpt-4o-mini/ });
  await listed.getByText("1 failed").waitFor();
  await expectAccessible(page);
  expect(await listed.evaluate((row) => row.getBoundingClientRect().height)).toBeLessThanOrEqual(84);
  expect(
    await page.getByRole("region", { name: "Experiments" }).evaluate((each) => each.scrollWidth - each.clientWidth),
  ).toBe(0);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(own);

  provider.reply((answer) => sendOpenAI(answer, ["Rome"]));
  await page.getByRole("button", { name: "Retry failed items: capital-finder v1, gpt-4o-mini" }).click();
  await runs.getByText("5 of 5 items").waitFor();
  await runs.getByText("5 of 5 scores").waitFor();
  await page.getByText("No such country").first().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Promote: capital-finder, version 1" }).click();
  await choose(dialog.getByLabel("Promote to"), "Champion");
  await dialog.getByText("Sets the rollout of this version to 100%").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Promote", exact: true }).click();
  await page.getByText("Version 1 of capital-finder promoted").waitFor();
});

test("columns of the playground run over a dataset", async () => {
  const provider = await startModelServer();
  const ui = await openUi({ path: null, seed: seedPrompts });
  const { page, goto, projectId, graphql } = ui;
  await goto(`/projects/${projectId}/playground?name=capital-finder&version=1`);
  await page.getByText("This project has no model connection yet").waitFor();
  expect(await page.getByRole("button", { name: "Run experiment" }).isDisabled()).toBe(true);
  await addConnection(ui, { name: "Local", baseUrl: `${provider.origin}/v1`, models: ["gpt-4o-mini", "gpt-4o"] });
  await page.reload();
  await page.getByRole("button", { name: "Add column" }).click();
  await page
    .getByRole("region", { name: "Column 2" })
    .getByLabel("Content of message 2")
    .fill("Only the capital of {{country}}.");
  await choose(page.getByRole("region", { name: "Column 2" }).getByLabel("Model", { exact: true }), "gpt-4o");
  await page.getByRole("button", { name: "Run experiment" }).click();
  const dialog = page.getByRole("dialog");
  const columns = dialog.getByRole("list", { name: "Playground columns" });
  await columns.getByText("capital-finder v1 · gpt-4o-mini").waitFor();
  await columns.getByText("Column 2 · gpt-4o").waitFor();
  await dialog.getByText("No evaluator scores experiment items yet").waitFor();
  // The form of a new evaluator opens in a new tab, so that the dialog keeps its entries.
  const [newEvaluator] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("link", { name: "Create an evaluator" }).click(),
  ]);
  await newEvaluator.getByLabel("Target", { exact: true }).filter({ hasText: "Experiment item" }).waitFor();
  await newEvaluator.close();
  await dialog.getByText("10 (5 items, 2 experiments)").waitFor();
  // The column's messages differ from the prompt version's, so the version's default values do not apply.
  await dialog.getByText("The input of 5 of 5 sampled items has no value for {{language}}").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Start 2 experiments" }).click();
  await expect.poll(() => page.getByRole("list", { name: "Runs" }).getByText("5 of 5 items").count()).toBe(2);
  expect(await graphql("{ datasetExperiments { edges { node { name run { model } } } } }")).toMatchObject({
    datasetExperiments: {
      edges: [
        { node: { name: "capitals (Column 2)", run: { model: "gpt-4o" } } },
        { node: { name: "capitals (capital-finder v1)", run: { model: "gpt-4o-mini" } } },
        ...Array.from({ length: 3 }, () => ({})),
      ],
    },
  });
});

test("the suggested prompt fits the dataset, and none is suggested for a dataset that no prompt fits", async () => {
  const provider = await startModelServer();
  const ui = await openUi({
    path: null,
    seed: async (service) => {
      await seedPrompts(service);
      const { createDataset } = (await service.graphql('mutation { createDataset(name: "tickets") { id } }')) as {
        createDataset: { id: string };
      };
      const add = "mutation ($id: String!, $input: Json!) { createDatasetItem(datasetId: $id, input: $input) { id } }";
      await service.graphql(add, { id: createDataset.id, input: { ticket: "My parcel is lost" } });
      await service.graphql(`
        mutation {
          createEvaluator(
            evaluator: { name: "Short" }
            version: { kind: BUILT_IN, target: RUN, scoreName: "short", builtIn: { scorer: "contains", options: { texts: ["x"] } } }
          ) {
            id
          }
        }
      `);
    },
  });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/experiments`);
  await addConnection(ui, { name: "Local", baseUrl: `${provider.origin}/v1`, models: ["gpt-4o-mini"] });
  await page.getByRole("button", { name: "Run experiment" }).click();
  const dialog = page.getByRole("dialog");
  const dataset = dialog.getByLabel("Dataset", { exact: true });
  const prompt = dialog.getByLabel("Prompt", { exact: true });
  // The newest dataset has no fields for the prompt.
  await dataset.filter({ hasText: "capitals" }).waitFor();
  await prompt.filter({ hasText: "capital-finder" }).waitFor();
  await dialog.getByText("The evaluator of this project scores other records").waitFor();
  await choose(dataset, "tickets");
  await prompt.filter({ hasText: "Select a prompt" }).waitFor();
  await dialog.getByText("No prompt uses the fields of this dataset").waitFor();
  expect(await dialog.getByRole("button", { name: /^Start/ }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await choose(prompt, "capital-finder");
  await dialog.getByText(/The input of 1 of 1 sampled items has no value for .*country/).waitFor();
});

test("each select of the dialog gets the keyboard focus again when its list closes", async () => {
  const provider = await startModelServer();
  const ui = await openUi({
    path: null,
    seed: async (service) => {
      await seedPrompts(service);
      await service.graphql('mutation { createDataset(name: "tickets") { id } }');
    },
  });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/experiments`);
  await addConnection(ui, { name: "Local", baseUrl: `${provider.origin}/v1`, models: ["gpt-4o-mini", "gpt-4o"] });
  await page.getByRole("button", { name: "Run experiment" }).click();
  const dialog = page.getByRole("dialog");
  const models = dialog.getByLabel("Models", { exact: true });
  const version = dialog.getByLabel("Version", { exact: true });
  const dataset = dialog.getByLabel("Dataset", { exact: true });
  for (const select of [models, version]) {
    await select.press("Enter");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await expectFocus(select);
  }
  await dataset.filter({ hasText: "capitals" }).waitFor();
  await chooseByKeyboard(dataset, "ArrowUp", "tickets");
  await dataset.filter({ hasText: "tickets" }).waitFor();
  await expectFocus(dataset);
  // The form is updated when the dataset is loaded.
  await dialog.getByLabel("Prompt", { exact: true }).filter({ hasText: "Select a prompt" }).waitFor();
  await expectFocus(dataset);
});

test("the prompt is suggested by its champion version for any dataset, and a task only without prompts", async () => {
  const provider = await startModelServer();
  let capitalsId = "";
  const ui = await openUi({
    path: null,
    seed: async (service) => {
      const { graphql } = service;
      capitalsId = (await seedImprovements(service)).datasetId;
      const addDataset = async (name: string, inputs: readonly object[]): Promise<void> => {
        const { createDataset: made } = (await graphql(
          "mutation ($name: String!) { createDataset(name: $name) { id } }",
          { name },
        )) as { createDataset: { id: string } };
        for (const input of inputs) {
          await graphql(
            "mutation ($id: String!, $input: Json!) { createDatasetItem(datasetId: $id, input: $input) { id } }",
            { id: made.id, input },
          );
        }
      };
      await addDataset("tickets", [{ ticket: "My parcel is lost" }]);
      await addDataset("rivers", [{ river: "Tiber" }]);
      // More datasets than the dialog looks at to suggest one.
      for (let number = 1; number <= 20; number += 1) await addDataset(`empty ${number}`, []);
      const { createPromptLineage: prompt } = (await graphql(
        'mutation { createPromptLineage(name: "answer") { id } }',
      )) as { createPromptLineage: { id: string } };
      for (const content of ["Answer {{ticket}}", "Answer {{question}}"]) {
        await graphql(
          `
            mutation ($id: String!, $messages: Json!) {
              createPromptVersion(lineageId: $id, templateMessages: $messages) {
                id
              }
            }
          `,
          { id: prompt.id, messages: [{ role: "user", content }] },
        );
      }
      await graphql("mutation ($id: String!) { promotePromptVersion(lineageId: $id, version: 0) { id } }", {
        id: prompt.id,
      });
    },
  });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/datasets/${capitalsId}`);
  await addConnection(ui, { name: "Local", baseUrl: `${provider.origin}/v1`, models: ["gpt-4o-mini"] });
  await addConnection(ui, { kind: "task", name: "Application", baseUrl: provider.origin });
  await page.getByRole("button", { name: "Run experiment" }).click();
  const dialog = page.getByRole("dialog");
  const dataset = dialog.getByLabel("Dataset", { exact: true });
  const subject = dialog.getByLabel("Prompt or task", { exact: true });
  const noneFits = dialog.getByText("No prompt uses the fields of this dataset");
  await subject.filter({ hasText: "capital-finder" }).waitFor();
  // This list has a search field.
  await choose(dataset, "tickets");
  await expectFocus(dataset);
  await subject.filter({ hasText: "answer" }).waitFor();
  await choose(dataset, "empty 1");
  await subject.filter({ hasText: "Select a prompt" }).waitFor();
  expect(await noneFits.count()).toBe(0);
  await choose(dataset, "rivers");
  await noneFits.waitFor();
  await subject.filter({ hasText: "Select a prompt" }).waitFor();
  expect(await dialog.getByRole("button", { name: /^Start/ }).isDisabled()).toBe(true);
});
