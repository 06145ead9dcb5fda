import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi, type Service } from "./browser/open-ui.ts";
import { openThread } from "./open-thread.ts";
import { seedImprovements } from "./seed-improvements.ts";

const names = ["baseline", "with examples", "smaller model", "longer answers"];
const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();
const reason = "Names the river instead of the city, and adds a sentence that was not asked for.";

/** Stores four scored experiments on one example, with runs outside threads. Resolves to their ids. */
async function storeExperiments({ graphql, ingest }: Service, dataset = "capitals"): Promise<string[]> {
  const { createDataset } = (await graphql("mutation ($name: String!) { createDataset(name: $name) { id } }", {
    name: dataset,
  })) as { createDataset: { id: string } };
  await ingest([
    { id: "source", type: "run", name: "answer", input: { country: "France" }, output: { city: "Paris" } },
    { id: "part", type: "tool", parentId: "source", rootRunId: "source", name: "look up", output: { city: "Paris" } },
  ]);
  const { addStepToDataset } = (await graphql(
    'mutation ($id: String!) { addStepToDataset(datasetId: $id, stepId: "part") { id } }',
    { id: createDataset.id },
  )) as { addStepToDataset: { id: string } };
  const ids: string[] = [];
  for (const [index, name] of names.entries()) {
    const run = `run-${index}`;
    // oxlint-disable-next-line no-await-in-loop -- in the order of their creation
    await ingest([
      {
        id: run,
        type: "run",
        name,
        input: { country: "France" },
        output: { city: "Seine" },
        startTime: at(0),
        endTime: at(1_234.567 * (index + 1)),
      },
      {
        id: `${run}-call`,
        type: "llm",
        parentId: run,
        rootRunId: run,
        name: "gpt-4o-mini",
        startTime: at(0),
        endTime: at(1_000),
        generation: {
          provider: "openai",
          model: "gpt-4o-mini",
          inputTokenCount: 123_456 * (index + 1),
          outputTokenCount: 98_765,
        },
      },
    ]);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { createDatasetExperiment } = (await graphql(
      "mutation ($name: String!, $id: String!, $params: Json) { createDatasetExperiment(name: $name, datasetId: $id, params: $params) { id } }",
      { name, id: createDataset.id, params: { model: "gpt-4o-mini", prompt: name, temperature: 0.2 } },
    )) as { createDatasetExperiment: { id: string } };
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { createDatasetExperimentItem } = (await graphql(
      `
        mutation ($experiment: String!, $item: String, $run: String) {
          createDatasetExperimentItem(
            datasetExperimentId: $experiment
            datasetItemId: $item
            experimentRunId: $run
            input: { country: "France" }
            output: { city: "Seine" }
          ) {
            id
          }
        }
      `,
      { experiment: createDatasetExperiment.id, item: addStepToDataset.id, run },
    )) as { createDatasetExperimentItem: { id: string } };
    // oxlint-disable-next-line no-await-in-loop -- as above
    await graphql(
      'mutation ($id: String!, $value: Float!, $comment: String) { createScore(datasetExperimentItemId: $id, name: "correct", type: AI, value: $value, scorer: "judge", comment: $comment) { id } }',
      { id: createDatasetExperimentItem.id, value: index === 1 ? 1 : 0.25, comment: index === 1 ? null : reason },
    );
    ids.push(createDatasetExperiment.id);
  }
  return ids;
}

/** Runs in the page. Returns the elements that overflow their cell or the table. */
function clipped(table: Element): string[] {
  return [...table.querySelectorAll("th *, td *")]
    .filter((each) => {
      const { right, width } = each.getBoundingClientRect();
      const cell = each.closest("th, td")?.getBoundingClientRect();
      const isHidden = width <= 1 || getComputedStyle(each).textOverflow === "ellipsis";
      return !isHidden && cell !== undefined && right > cell.right + 1;
    })
    .map((each) => each.outerHTML.slice(0, 120));
}

test.each([
  ["wide", 1440],
  ["narrow", 390],
])("four experiments are compared side by side, with the reasons of their scores, %s", async (_name, width) => {
  let ids: string[] = [];
  const { page, goto, projectId } = await openUi({
    path: null,
    window: { viewport: { width, height: 900 } },
    seed: async (service) => {
      ids = await storeExperiments(service);
    },
  });
  await goto(`/projects/${projectId}/experiments/compare?ids=${ids.join(",")}`);
  const table = page.getByRole("region", { name: /compare/i });
  // The reasons of compact rows are tooltips.
  await expectSoon(() => table.getByTitle(reason).count()).toBe(3);
  for (const name of names) expect(await table.getByText(name, { exact: true }).first().isVisible()).toBe(true);
  // The parameters that differ.
  for (const name of names) expect(await table.getByText(`prompt: ${name}`).first().isVisible()).toBe(true);
  expect(await table.getByText("model: gpt-4o-mini").count()).toBe(0);
  expect(await table.evaluate(clipped)).toEqual([]);
  // All columns fit if there is enough space. If not, the table scrolls.
  const room = await table.evaluate((each) => each.scrollWidth - each.clientWidth);
  expect(room).toBeLessThanOrEqual(width >= 1440 ? 0 : 1);
  await expectAccessible(page);

  const row = await table.locator("tbody tr:not([aria-hidden])").first().boundingBox();
  // On narrow screens, a row is a card.
  expect(row?.height).toBeLessThanOrEqual(width >= 1440 ? 80 : 900);
  await page.getByRole("button", { name: "Full", exact: true }).click();
  await expectSoon(() => table.getByText(reason).count()).toBe(3);
  expect(await table.evaluate(clipped)).toEqual([]);
  await table.getByRole("link").first().click();
  await page.waitForURL(`**/projects/${projectId}/logs/steps/run-0?*`);
  await expectSoon(() => page.locator("body").innerText()).toContain("Seine");
  expect(await page.getByRole("heading", { name: "Thread not found" }).count()).toBe(0);
});

test("a click anywhere on a row opens the dataset or the item, and an item links to its source step", async () => {
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async (service) => void (await storeExperiments(service)),
  });
  const { datasets } = (await graphql("{ datasets { edges { node { id } } } }")) as {
    datasets: { edges: { node: { id: string } }[] };
  };
  await goto(`/projects/${projectId}/datasets`);
  // The second cell has the number of items.
  await page.getByRole("row").nth(1).getByRole("cell").nth(1).click();
  await page.waitForURL(`**/datasets/${datasets.edges[0]?.node.id}`);
  await page.getByRole("cell", { name: /Paris/ }).first().click();
  await page
    .locator("[data-side-panel]")
    .getByRole("link", { name: /look up/ })
    .click();
  await page.waitForURL(`**/projects/${projectId}/logs/steps/source?*`);
  await expectSoon(() => page.getByRole("complementary", { name: "Step" }).innerText()).toContain("look up");
});

test("an answer is added to a dataset with its question, in the shape of its run, and the link opens the new item", async () => {
  const { page, graphql } = await openThread("?currentStepId=answer");
  await page.getByRole("button", { name: "Add to dataset" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to dataset" });
  await dialog.getByLabel("Name of the new dataset").fill("golden");
  expect(JSON.parse(await dialog.getByLabel("Input").inputValue())).toEqual({ question: "Where is my order?" });
  await dialog.getByText("Input and output of the run support-agent").waitFor();
  await expectAccessible(page);
  // The output has one text, so this text is edited, and not its JSON.
  const answer = dialog.getByLabel("Expected output");
  expect(await answer.inputValue()).toBe("It arrives on Thursday.");
  await answer.fill("");
  await answer.fill("It arrives on Friday.");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("link", { name: "Open dataset" }).click();
  const panel = page.getByRole("complementary", { name: "Item" });
  await panel.getByText("It arrives on Friday.").first().waitFor();
  expect(await graphql("{ datasets { edges { node { items { stepId input expectedOutput } } } } }")).toEqual({
    datasets: {
      edges: [
        {
          node: {
            items: [
              {
                stepId: "agent",
                input: { question: "Where is my order?" },
                expectedOutput: { answer: "It arrives on Friday." },
              },
            ],
          },
        },
      ],
    },
  });
});

test("an answer without a run is added to a dataset with the message of the user before it", async () => {
  const message = (id: string, type: string, content: string, seconds: number) => ({
    id,
    type,
    threadId: "plain",
    startTime: at(seconds),
    endTime: at(seconds),
    output: { content },
  });
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: ({ ingest }) =>
      ingest([
        message("q1", "user_message", "Hello", 0),
        message("a1", "assistant_message", "Hi", 1),
        message("q2", "user_message", "Capital of France?", 2),
        message("a2", "assistant_message", "Seine", 3),
      ]),
  });
  await goto(`/projects/${projectId}/logs/threads/plain?currentStepId=a2`);
  await page.getByRole("button", { name: "Add to dataset" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to dataset" });
  await dialog.getByLabel("Name of the new dataset").fill("golden");
  await dialog.getByText("The user's message before this answer").waitFor();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await graphql("{ datasets { edges { node { items { stepId input expectedOutput } } } } }")).toEqual({
    datasets: {
      edges: [
        {
          node: {
            items: [{ stepId: "a2", input: { content: "Capital of France?" }, expectedOutput: { content: "Seine" } }],
          },
        },
      ],
    },
  });
});

test("an answer whose run has no output is added to a dataset with the message of the user before it", async () => {
  const step = { threadId: "failed", startTime: at(0), endTime: at(1) };
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: ({ ingest }) =>
      ingest([
        { ...step, id: "q", type: "user_message", output: { content: "Capital of France?" } },
        { ...step, id: "run", type: "run", name: "agent", input: { question: "Capital?" }, startTime: at(1) },
        { ...step, id: "a", type: "assistant_message", output: { content: "Seine" }, startTime: at(2), endTime: at(2) },
      ]),
  });
  await goto(`/projects/${projectId}/logs/threads/failed?currentStepId=a`);
  await page.getByRole("button", { name: "Add to dataset" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to dataset" });
  const values = async (): Promise<string[]> =>
    Promise.all(["Input", "Expected output"].map((label) => dialog.getByLabel(label).inputValue()));
  await dialog.getByLabel("Input").waitFor();
  const [input = "", expected] = await values();
  expect(JSON.parse(input)).toEqual({ content: "Capital of France?" });
  expect(expected).toBe("Seine");
  await dialog.getByText("The user's message before this answer").waitFor();
});

test("the expected output can be edited before a step is added to a dataset", async () => {
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async ({ ingest, graphql: send }) => {
      await send('mutation { createDataset(name: "answers") { id } }');
      await ingest([{ id: "bad", type: "run", name: "answer", input: { q: "Capital?" }, output: { city: "Seine" } }]);
    },
  });
  await goto(`/projects/${projectId}/logs/steps/bad?currentStepId=bad`);
  await page.getByRole("button", { name: "Add to dataset" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to dataset" });
  await choose(dialog.getByLabel("Dataset", { exact: true }), "answers");
  const field = dialog.getByLabel("Expected output");
  await expectSoon(() => field.inputValue()).toBe("Seine");
  await dialog.getByRole("button", { name: "JSON", exact: true }).click();
  expect(JSON.parse(await field.inputValue())).toEqual({ city: "Seine" });
  await field.fill("Paris");
  await dialog.getByText("Put the text in double quotes, or select Text.").waitFor();
  await dialog.getByRole("button", { name: "Text", exact: true }).click();
  expect(await dialog.getByRole("button", { name: "Add", exact: true }).isEnabled()).toBe(true);
  await dialog.getByRole("button", { name: "JSON", exact: true }).click();
  await field.fill("{");
  expect(await dialog.getByRole("button", { name: "Add", exact: true }).isDisabled()).toBe(true);
  await field.fill('{ "city": "Paris" }');
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await graphql("{ datasets { edges { node { items { input expectedOutput stepId } } } } }")).toEqual({
    datasets: {
      edges: [{ node: { items: [{ input: { q: "Capital?" }, expectedOutput: { city: "Paris" }, stepId: "bad" }] } }],
    },
  });
});

test("the head stays low while the rows scroll, keys keep the row visible, and differences agree with the scores", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  const create = "mutation ($name: String!) { createDatasetExperiment(name: $name) { id } }";
  const addItem = `mutation ($id: String!, $input: Json) {
    createDatasetExperimentItem(datasetExperimentId: $id, input: $input, output: "Paris") { id } }`;
  const addScore = `mutation ($id: String!, $value: Float!) {
    createScore(datasetExperimentItemId: $id, name: "close", type: CODE, value: $value) { id } }`;
  const ids: string[] = [];
  for (const [name, value] of [
    ["answer with the instructions of the shop", 0.788],
    ["answer with the instructions and examples of the shop", 0.824],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of their creation
    const experiment = (await graphql(create, { name })) as { createDatasetExperiment: { id: string } };
    const { id } = experiment.createDatasetExperiment;
    ids.push(id);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const item = (await graphql(addItem, { id, input: { number: index } })) as {
          createDatasetExperimentItem: { id: string };
        };
        await graphql(addScore, { id: item.createDatasetExperimentItem.id, value });
      }),
    );
  }
  await goto(`/projects/${projectId}/experiments/compare?ids=${ids.join(",")}`);
  const table = page.getByRole("region", { name: "Compare experiments" });
  await table.getByText("close 0.82 (+0.03)").first().waitFor();
  expect(await table.getByText("(+0.04)").count()).toBe(0);
  const places = () =>
    table.evaluate((each) => {
      const bottomOf = (part: Element | null | undefined): number => part?.getBoundingClientRect().bottom ?? 0;
      const headHeight = bottomOf(each.querySelector("thead th")) - each.getBoundingClientRect().top;
      const row = document.activeElement?.closest("tr[data-index]")?.getBoundingClientRect();
      const isVisible =
        row !== undefined &&
        row.top >= bottomOf(each.querySelector("thead th")) - 2 &&
        row.bottom <= bottomOf(each) + 2;
      return { isScrolled: each.scrollTop > 300, isLow: headHeight > 40 && headHeight <= 125, isVisible };
    });
  await table.focus();
  for (let count = 0; count < 30; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await page.keyboard.press("j");
  }
  await expectSoon(places).toEqual({ isScrolled: true, isLow: true, isVisible: true });
  for (let count = 0; count < 4; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- as above
    await page.keyboard.press("k");
  }
  await expectSoon(places).toEqual({ isScrolled: true, isLow: true, isVisible: true });
  await expectAccessible(page);

  // On a phone, the rows scroll with the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSoon(() => table.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeLessThanOrEqual(1);
  for (const experiments of [ids, ids.slice(0, 1)]) {
    await goto(`/projects/${projectId}/experiments/compare?ids=${experiments.join(",")}`);
    await page.getByRole("button", { name: "Show row 1", exact: true }).waitFor();
    const last = page.getByRole("button", { name: "Show row 40", exact: true });
    await expect
      .poll(async () => {
        await page.locator("main tbody").evaluate((each) => each.lastElementChild?.scrollIntoView({ block: "end" }));
        return last.isVisible();
      })
      .toBe(true);
    const frame = page.getByRole("region").filter({ has: page.getByRole("table") });
    expect(await frame.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeLessThanOrEqual(1);
  }
});

test("experiments with different datasets show no differences, and an experiment on the same dataset is added", async () => {
  let same: readonly string[] = [];
  let other: readonly string[] = [];
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async (service) => {
      same = (await seedImprovements(service)).experimentIds;
      other = await storeExperiments(service, "rivers");
    },
  });
  await goto(`/projects/${projectId}/experiments/compare?ids=${same[0]},${other[0]}`);
  const table = page.getByRole("region", { name: "Compare experiments" });
  const notice = page.getByRole("status").filter({ hasText: "The experiments have different datasets." });
  await notice.getByText("baseline has no row in common with the baseline").waitFor();
  await table.getByText("Not compared").waitFor();
  expect(await table.locator("thead").innerText()).not.toMatch(/[+−]\d|improved|regressed/);
  expect(await page.getByRole("checkbox", { name: "Regressions only" }).count()).toBe(0);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Add experiment" }).click();
  await page.getByRole("menuitem", { name: "shorter prompt" }).click();
  await table.getByText("2 regressed").waitFor();
  expect(new URL(page.url()).searchParams.get("ids")).toBe([same[0], other[0], same[1]].join(","));
  await page.getByRole("checkbox", { name: "Regressions only" }).waitFor();
});

test("in the diff display, the panel of a row also shows the difference, and loading keeps its skeleton", async () => {
  let ids: readonly string[] = [];
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async (service) => {
      ids = (await seedImprovements(service)).experimentIds;
    },
  });
  const held = new Map<string, () => void>();
  await page.route("**/api/graphql", async (route) => {
    const { query = "" } = route.request().postDataJSON() as { query?: string };
    const name = ["experimentRuns", "comparedDataset"].find((each) => query.includes(`query ${each}(`));
    if (name !== undefined && !held.has(name)) await new Promise<void>((resolve) => held.set(name, resolve));
    await route.continue();
  });
  await goto(`/projects/${projectId}/experiments/compare?display=diff&ids=${ids[1]}`);
  await expect.poll(() => held.has("experimentRuns")).toBe(true);
  const skeleton = await page.locator("main [data-shape=rows]").elementHandle();
  held.get("experimentRuns")?.();
  await expect.poll(() => held.has("comparedDataset")).toBe(true);
  await page.getByRole("heading", { name: "shorter prompt" }).waitFor();
  expect(await skeleton?.evaluate((each) => each.isConnected)).toBe(true);
  held.get("comparedDataset")?.();
  await page.getByRole("button", { name: "Show row 3" }).click();
  const panel = page.getByRole("complementary", { name: "Row 3" });
  await panel.locator("ins", { hasText: "know" }).first().waitFor();

  await goto(`/projects/${projectId}/experiments/compare?display=diff&ids=${ids[0]},${ids[1]}`);
  await page.getByRole("button", { name: "Show row 3" }).click();
  await panel.getByRole("region", { name: "shorter prompt" }).locator("ins", { hasText: "know" }).first().waitFor();
  await panel.getByRole("button", { name: "Previous row" }).click();
  await page.getByRole("complementary", { name: "Row 2" }).getByText("same as baseline").waitFor();
  await expectAccessible(page);
});

test("a compact row shows the same scores of each run, and a button counts the others and opens the row", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  const ids: string[] = [];
  for (const [name, scores] of [
    ["before", { brief: 1, "answer-quality": 0.94, "names-next-step": 1 }],
    ["after", { brief: 1, "answer-quality": 0.27, "names-next-step": 0.5 }],
    ["later", { brief: 1, "answer-quality": 0.27, "names-next-step": 0.5 }],
  ] as const) {
    const { createDatasetExperiment: experiment } = (await graphql(
      "mutation ($name: String!) { createDatasetExperiment(name: $name) { id } }",
      { name },
    )) as { createDatasetExperiment: { id: string } };
    ids.push(experiment.id);
    const { createDatasetExperimentItem: item } = (await graphql(
      'mutation ($id: String!) { createDatasetExperimentItem(datasetExperimentId: $id, input: 1, output: "Paris") { id } }',
      { id: experiment.id },
    )) as { createDatasetExperimentItem: { id: string } };
    for (const [score, value] of Object.entries(scores)) {
      await graphql(
        `
          mutation ($id: String!, $name: String!, $value: Float!) {
            createScore(datasetExperimentItemId: $id, name: $name, type: CODE, value: $value) {
              id
            }
          }
        `,
        { id: item.id, name: score, value },
      );
    }
  }
  await goto(`/projects/${projectId}/experiments/compare?display=compact&ids=${ids.join(",")}`);
  const table = page.getByRole("region", { name: "Compare experiments" });
  const cells = table.locator("tbody td[data-standing]");
  const namesOf = (cell: number) => cells.nth(cell).locator("[data-badge-name]").allInnerTexts();
  await expect.poll(() => namesOf(0)).toEqual(["answer-quality", "names-next-step"]);
  expect(await namesOf(1)).toEqual(["answer-quality", "names-next-step"]);
  await expectAccessible(page);
  // The names may be truncated, but never the values.
  const values = cells.locator("[data-badge-name] + span");
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectSoon(() => values.count()).toBe(6);
    expect(
      await values.evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)),
    ).toEqual([]);
  }
  expect(await values.nth(2).innerText()).toBe("0.27 (−0.67)");
  await page.setViewportSize({ width: 1440, height: 900 });
  await cells.last().getByRole("button", { name: "1 more score: brief 1" }).press("Enter");
  await page.getByRole("complementary", { name: "Row 1" }).getByText("brief").first().waitFor();
});

test("an experiment shows the labels of its scores, and it and the list of experiments fit in a wide window", async () => {
  let ids: readonly string[] = [];
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    window: { viewport: { width: 1440, height: 900 } },
    seed: async (service) => {
      ids = (await seedImprovements(service)).experimentIds;
      await storeExperiments(service, "rivers");
    },
  });
  await graphql(`
    mutation {
      createScoreSchema(
        schema: {
          name: "exact"
          type: CATEGORICAL
          categories: [{ label: "right", value: 1 }, { label: "wrong", value: 0 }]
          direction: HIGHER_IS_BETTER
        }
      ) {
        id
      }
    }
  `);
  await goto(`/projects/${projectId}/experiments`);
  const list = page.getByRole("region", { name: "Experiments" });
  await list
    .getByRole("row", { name: /shorter prompt/ })
    .getByText("exact 0.6 (−0.3)")
    .waitFor();
  await list
    .getByRole("row", { name: /with examples/ })
    .getByText("1.00 +0.75")
    .waitFor();
  const room = (region: Element): number => region.scrollWidth - region.clientWidth;
  expect(await list.evaluate(room)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await list.getByRole("columnheader", { name: "Latency", exact: true }).waitFor({ state: "detached" });
  expect(await list.evaluate(room)).toBe(0);
  const heights = await list
    .getByRole("row")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  // Three lines and the padding.
  expect(Math.max(...heights)).toBeLessThanOrEqual(84);
  await list.getByRole("row", { name: /shorter prompt/ }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });

  await goto(`/projects/${projectId}/experiments/compare?ids=${ids[1]}`);
  const results = page.getByRole("region", { name: "Results" });
  await results.getByRole("row", { name: /Chile/ }).getByText("wrong", { exact: true }).waitFor();
  const spread = page.getByRole("region", { name: "Distribution of the scores" });
  expect(await spread.getByRole("listitem").allInnerTexts()).toEqual([
    "wrong: 2 rows\n2\nwrong",
    "right: 3 rows\n3\nright",
  ]);
  expect(await results.evaluate(room)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectSoon(() => results.evaluate(room)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await results.getByRole("button", { name: "Show row 3" }).click();
  await page.getByRole("complementary", { name: "Row 3" }).getByText("exact wrong").waitFor();
  await expectAccessible(page);

  await goto(`/projects/${projectId}/experiments/compare?ids=${ids[0]},${ids[1]}`);
  const row = page.getByRole("region", { name: "Compare experiments" }).getByRole("row", { name: /Chile/ });
  await row.getByText("right → wrong").waitFor();

  await page.getByRole("link", { name: "Dataset: capitals" }).click();
  const item = page.getByRole("region", { name: "Items" }).getByRole("row", { name: /Chile/ });
  await item.getByText("wrong", { exact: true }).waitFor();
  await item.getByRole("button", { name: "Open item 3" }).click();
  const inPanel = page.getByRole("region", { name: "Results in experiments" });
  await inPanel.getByText("wrong", { exact: true }).waitFor();
});
