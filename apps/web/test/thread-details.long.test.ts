import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { supportThread } from "./thread-seed.ts";
import { openThread, tree, inspector } from "./open-thread.ts";

test("a link to a step opens it with all its data", async () => {
  const { page } = await openThread("?view=tree&currentStepId=plan");
  await expect.poll(() => inspector(page).innerText()).toContain("gpt-4o-mini");
  for (const fact of ["You are the support desk.", "look_up", "120", "30", "300 ms", "25 tokens/s", "1.2 s"]) {
    await expect.poll(() => inspector(page).innerText()).toContain(fact);
  }
  expect(await inspector(page).innerText()).not.toContain("The order has to be looked up.");
  await inspector(page).getByText("Reasoning").first().click();
  await expect.poll(() => inspector(page).innerText()).toContain("The order has to be looked up.");
  const selected = tree(page).locator('[aria-selected="true"]');
  expect(await selected.innerText()).toContain("plan");

  const settings = page.getByRole("region", { name: "Settings" });
  for (const [format, expected] of [
    ["JSON", "temperature: 0.2"],
    ["YAML", "temperature: 0.2"],
    ["Raw", '"temperature": 0.2'],
  ] as const) {
    await settings.getByRole("button", { name: format, exact: true }).click();
    await expect.poll(() => settings.innerText()).toContain(expected);
  }
});

test("the error count links to the failed step, whose error comes first", async () => {
  const { page } = await openThread("?view=tree");
  await page.getByRole("button", { name: "1 failed step" }).click();
  await page.waitForURL("**currentStepId=failed**");
  await expect.poll(() => inspector(page).getByRole("alert").innerText()).toContain("The warehouse did not answer.");
});

test("a thread shows the average of all its scores, however many steps have some", async () => {
  const { page, ingest, projectId, goto } = await openUi({ path: null });
  const judged = (id: string, threadId: string, value: number) => ({
    id,
    threadId,
    type: "tool",
    scores: [{ name: "useful", value, type: "AI" }],
  });
  await ingest(Array.from({ length: 600 }, (_, index) => judged(`s${index}`, "judged", index < 500 ? 0 : 1)));
  await ingest([judged("other", "another", 100)]);
  await goto(`/projects/${projectId}/logs/threads/judged`);
  await expectSoon(() =>
    inspector(page)
      .getByText(/^useful 0\.17.*600/)
      .count(),
  ).toBe(1);
});

test("a score is added according to its schema, and deleted", async () => {
  const { page, graphql } = await openThread("?view=tree&currentStepId=answer", {
    seed: async (service) => {
      await service.ingest(supportThread);
      await service.graphql(
        'mutation { createScore(name: "tone", type: HUMAN, value: 1, threadId: "support") { id } }',
      );
      // A schema is suggested even if only experiments have used it so far.
      await service.graphql(`
        mutation {
          createScoreSchema(schema: { name: "precise", type: CONTINUOUS }) {
            id
          }
          createScore(name: "precise", type: CODE, value: 1, datasetExperimentItemId: "item-1") {
            id
          }
        }
      `);
      for (const item of ["item-1", "item-2"]) {
        // oxlint-disable-next-line no-await-in-loop -- two requests
        await service.graphql(
          'mutation ($item: String) { createScore(name: "same-answer", type: CODE, value: 1, datasetExperimentItemId: $item) { id } }',
          { item },
        );
      }
      await service.graphql(`mutation ($schema: ScoreSchemaInput!) { createScoreSchema(schema: $schema) { id } }`, {
        schema: {
          name: "helpful",
          type: "CATEGORICAL",
          categories: [
            { label: "yes", value: 1 },
            { label: "no", value: 0 },
          ],
        },
      });
    },
  });
  await inspector(page).getByRole("button", { name: "Add score" }).click();
  // Escape closes the form, but not the inspector, and the focus returns to the button.
  await page.getByLabel("Comment", { exact: true }).press("Escape");
  await page.getByLabel("Comment", { exact: true }).waitFor({ state: "detached" });
  const opener = inspector(page).getByRole("button", { name: "Add score" });
  await expectSoon(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  // The names of score schemas and of other scores are suggested, but not those that only experiments use.
  const names = page.getByRole("group", { name: "Existing names" }).getByRole("button");
  await expectSoon(() => names.allInnerTexts()).toEqual(["helpful", "precise", "tone"]);
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectSoon(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("helpful");
  await expectAccessible(page);
  // The field becomes a list once the score schema has loaded.
  await choose(page.getByRole("combobox", { name: "Value", exact: true }), "yes");
  await page.getByLabel("Comment", { exact: true }).fill("Right and short");
  await inspector(page).getByRole("button", { name: "Add score" }).last().click();
  await expect.poll(() => inspector(page).innerText()).toContain("yes (1)");
  expect(await graphql('{ step(id: "answer") { scores { name value label comment type } } }')).toEqual({
    step: { scores: [{ name: "helpful", value: 1, label: "yes", comment: "Right and short", type: "HUMAN" }] },
  });
  await expect.poll(() => tree(page).getByLabel("has scores").count()).toBe(1);
  await expectSoon(() => tree(page).locator("#step-5").innerText()).toMatch(/helpful\syes$/m);
  await page.keyboard.press("Escape");
  await expectSoon(() => page.getByRole("region", { name: "Scores" }).innerText()).toMatch(/helpful\s1/);
  await page.getByRole("button", { name: "Chat", exact: true }).click();
  const answer = page.getByRole("list", { name: "Chat" }).getByRole("article").filter({ hasText: "Thursday" });
  await expectSoon(() => answer.innerText()).toMatch(/helpful\syes$/m);
  await expectAccessible(page);
  await answer.getByRole("button", { name: "Assistant" }).click();
  await page.getByRole("button", { name: "Delete score helpful" }).click();
  await expect.poll(() => graphql('{ step(id: "answer") { scores { id } } }')).toEqual({ step: { scores: [] } });
});

test("a prompt link shows the prompt's name, and an error that contains its name does not repeat it", async () => {
  const { page, projectId } = await openThread("?currentStepId=prompted", {
    async seed({ graphql, ingest }) {
      const { createPromptLineage: lineage } = (await graphql(
        'mutation { createPromptLineage(name: "support/answer") { id } }',
      )) as { createPromptLineage: { id: string } };
      const { createPromptVersion: version } = (await graphql(
        "mutation ($lineageId: String!, $messages: Json!) { createPromptVersion(lineageId: $lineageId, templateMessages: $messages) { id } }",
        { lineageId: lineage.id, messages: [{ role: "user", content: "Hi" }] },
      )) as { createPromptVersion: { id: string } };
      const messages = [{ role: "user", content: "Hi" }];
      await ingest([
        {
          id: "prompted",
          threadId: "support",
          type: "llm",
          name: "ask",
          generation: { promptId: version.id, messages },
        },
        { id: "broken", threadId: "support", type: "tool", name: "look", error: "Error: no answer" },
      ]);
    },
  });
  const link = inspector(page).getByRole("link", { name: "support/answer, version 0" });
  await expectSoon(() => link.getAttribute("href")).toBe(`/projects/${projectId}/prompts/support%2Fanswer?version=0`);
  await page.goto(page.url().replace("prompted", "broken"));
  await expectSoon(() => inspector(page).getByRole("alert").innerText()).toMatch(/^\s*Error: no answer$/);
});

test("tags are edited, on the step and on the thread", async () => {
  const { page, graphql } = await openThread("?currentStepId=answer");
  await inspector(page).getByLabel("Add tag").fill("urgent");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove tag urgent" }).waitFor();
  await inspector(page).getByLabel("Add tag").fill("gold");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove tag gold" }).waitFor();
  await page.getByRole("button", { name: "Remove tag urgent" }).click();
  await expect.poll(() => graphql('{ step(id: "answer") { tags } }')).toEqual({ step: { tags: ["gold"] } });
  await inspector(page).getByLabel("Add tag").blur();
  await page.keyboard.press("Escape");
  await inspector(page).getByText("Overview").waitFor();
  await inspector(page).getByLabel("Add tag").fill("vip");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => graphql('{ threadDetail(id: "support") { tags } }'))
    .toEqual({
      threadDetail: { tags: ["vip"] },
    });
});

test("a step is added to a new dataset, then to an existing one", async () => {
  const { page, graphql } = await openThread("?currentStepId=agent");
  await page.getByRole("button", { name: "Add to dataset" }).click();
  await page.getByLabel("Name of the new dataset").fill("golden");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("1 item added to golden").waitFor();
  await page.getByRole("button", { name: "Add to dataset" }).click();
  const dialog = page.getByRole("dialog");
  const dataset = dialog.getByLabel("Dataset", { exact: true });
  await expect.poll(() => dataset.innerText()).toBe("Select a dataset");
  expect(await dialog.getByRole("button", { name: "Add", exact: true }).isDisabled()).toBe(true);
  await choose(dataset, "golden");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const read = () => graphql("{ datasets { edges { node { name items { stepId input } } } } }");
  await expect.poll(read).toEqual({
    datasets: {
      edges: [
        {
          node: {
            name: "golden",
            items: [
              { stepId: "agent", input: { question: "Where is my order?" } },
              { stepId: "agent", input: { question: "Where is my order?" } },
            ],
          },
        },
      ],
    },
  });
});

test("a step and a thread are deleted after confirmation", async () => {
  const { page, graphql } = await openThread("?view=tree&currentStepId=failed");
  const menu = async (within: ReturnType<typeof inspector>, item: string): Promise<void> => {
    await within.getByRole("button", { name: "More actions" }).first().click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  await menu(inspector(page), "Delete step");
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(await graphql('{ step(id: "failed") { id } }')).toEqual({ step: { id: "failed" } });
  await menu(inspector(page), "Delete step");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => tree(page).getByRole("treeitem").count()).toBe(5);
  expect(await graphql('{ step(id: "failed") { id } }')).toEqual({ step: null });

  await menu(page.getByRole("main"), "Delete thread");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.waitForURL("**/logs/threads*");
  expect(await graphql('{ threadDetail(id: "support") { id } }')).toEqual({ threadDetail: null });
});

test("a step is copied as JSON and as a command that reads it", async () => {
  const { page, context, apiKey } = await openThread("?currentStepId=tool");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const notice = page.getByRole("status").getByText("Copied to the clipboard");
  const copy = async (item: string): Promise<string> => {
    await inspector(page).getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
    await notice.waitFor();
    // Ends the animation that hides the notice, so that the next copy shows it again.
    await notice.evaluate((element) => {
      for (const animation of element.closest("[role=status] > *")?.getAnimations() ?? []) animation.finish();
    });
    await notice.waitFor({ state: "hidden" });
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(JSON.parse(await copy("Copy as JSON"))).toMatchObject({
    id: "tool",
    output: { status: "with the carrier" },
  });
  const command = await copy("Copy as curl");
  expect(command).toContain('"x-api-key: $THREADLINE_API_KEY"');
  expect(command).not.toContain(apiKey);
});

test("on a narrow screen the overview of the thread opens as a sheet", async () => {
  const { page } = await openThread("", { window: { viewport: { width: 390, height: 800 } } });
  await page.getByRole("button", { name: "Overview" }).press("Enter");
  const sheet = page.getByRole("dialog", { name: "Overview" });
  await sheet.getByPlaceholder("Add tag").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
});

test("on a narrow screen the time labels of the waterfall do not overlap", async () => {
  const [startTime, endTime] = ["2026-03-04T12:00:00Z", "2026-03-04T13:23:45Z"];
  const { page } = await openThread("?view=waterfall", {
    window: { viewport: { width: 390, height: 800 } },
    seed: ({ ingest }) => ingest([{ id: "long", threadId: "support", type: "run", name: "long", startTime, endTime }]),
  });
  const ticks = page.locator("[data-at]").filter({ visible: true });
  await expectSoon(() => ticks.count()).toBeGreaterThan(1);
  const boxes = await ticks.evaluateAll((all) => all.map((tick) => tick.getBoundingClientRect().toJSON() as DOMRect));
  for (const [index, { right }] of boxes.slice(0, -1).entries()) {
    expect(right).toBeLessThan(boxes[index + 1]?.left ?? 0);
  }
});

test("a value that the selected score schema does not have is not stored", async () => {
  const { page } = await openThread("?currentStepId=", {
    seed: async ({ ingest, graphql }) => {
      await ingest(supportThread);
      for (const [name, maximum] of [
        ["out of five", 5],
        ["out of ten", 10],
        ["out of a hundred", 100],
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- two requests
        await graphql(
          `
            mutation ($schema: ScoreSchemaInput!) {
              createScoreSchema(schema: $schema) {
                id
              }
            }
          `,
          {
            schema: { name, type: "CONTINUOUS", minimum: 1, maximum },
          },
        );
      }
    },
  });
  const overview = page.getByRole("complementary");
  await overview.getByRole("button", { name: "Add score" }).click();
  const form = overview.locator("form");
  const add = form.getByRole("button", { name: "Add score" });
  await form.getByRole("button", { name: "out of ten" }).click();
  await form.getByRole("button", { name: "9", exact: true }).click();
  await expectSoon(() => add.isDisabled()).toBe(false);
  await form.getByRole("button", { name: "out of five" }).click();
  await form.getByRole("button", { name: "9", exact: true }).waitFor({ state: "detached" });
  expect(await add.isDisabled()).toBe(true);
  await form.getByRole("button", { name: "5", exact: true }).click();
  await expectSoon(() => add.isDisabled()).toBe(false);

  await form.getByRole("button", { name: "out of a hundred" }).click();
  await form.getByLabel("Value").fill("101");
  await expectSoon(() => add.isDisabled()).toBe(true);
  await form.getByLabel("Comment", { exact: true }).focus();
  await form.getByText("Maximum: 100", { exact: true }).waitFor();
  await form.getByLabel("Value").fill("100");
  await expectSoon(() => add.isDisabled()).toBe(false);
});

test("a score that was not added is kept for its step, until it is added or canceled", async () => {
  const { page } = await openThread("?view=tree&currentStepId=plan");
  const scores = inspector(page).getByRole("region", { name: "Scores" });
  const opener = scores.getByRole("button", { name: "Add score" }).first();
  const comment = scores.getByLabel("Comment", { exact: true });
  const select = async (id: string, name: string): Promise<void> => {
    await tree(page).getByRole("treeitem").filter({ hasText: name }).last().click();
    await page.locator(`[data-step="${id}"]`).waitFor();
    await opener.click();
  };
  await opener.click();
  await scores.getByLabel("Name").fill("clear");
  await scores.getByLabel("Value").fill("0.5");
  await comment.fill("Begun");
  await select("tool", "look_up");
  expect(await comment.inputValue()).toBe("");
  await select("plan", "plan");
  expect(await comment.inputValue()).toBe("Begun");
  expect(await scores.getByLabel("Name").inputValue()).toBe("clear");
  expect(await scores.getByLabel("Value").inputValue()).toBe("0.5");
  await scores.getByRole("button", { name: "Cancel" }).click();
  await opener.click();
  expect(await comment.inputValue()).toBe("");
});

test("a score is added to a thread, and deleted", async () => {
  const { page, graphql } = await openThread("?currentStepId=");
  const overview = page.getByRole("complementary");
  await overview.getByRole("button", { name: "Add score" }).click();
  await overview.getByLabel("Name").fill("resolved");
  await overview.getByLabel("Value").fill("1");
  await overview.getByLabel("Comment", { exact: true }).fill("The order was found.");
  await expectAccessible(page);
  await overview.locator("form").getByRole("button", { name: "Add score" }).click();
  await expectSoon(() => overview.innerText()).toContain("The order was found.");
  expect(await graphql('{ threadDetail(id: "support") { scores { name value comment threadId stepId } } }')).toEqual({
    threadDetail: {
      scores: [{ name: "resolved", value: 1, comment: "The order was found.", threadId: "support", stepId: null }],
    },
  });
  await overview.getByRole("button", { name: "Delete score resolved" }).click();
  await expectSoon(() => overview.innerText()).not.toContain("The order was found.");
});

test("a run outside any thread has the same page", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: ({ ingest }) => ingest(supportThread.map(({ threadId: _threadId, ...step }) => step)),
  });
  await goto(`/projects/${projectId}/logs/steps/tool`);
  await expect.poll(() => tree(page).getByRole("treeitem").count()).toBe(4);
  await expect.poll(() => inspector(page).innerText()).toContain("with the carrier");
  const head = page.locator("header", { has: page.getByRole("heading", { level: 1 }) });
  await head.getByText("150 tokens", { exact: true }).waitFor();
  const cost = (await head.innerText()).match(/\$[\d.]+/)?.[0] ?? "no cost";
  await tree(page).getByRole("treeitem").filter({ hasText: "support-agent" }).click();
  await expect
    .poll(() => inspector(page).getByTitle("Total including nested steps").allTextContents())
    .toEqual(["150 tokens", cost]);
  await goto(`/projects/${projectId}/logs/steps/unknown`);
  await page.getByText("Step not found").waitFor();
  await goto(`/projects/${projectId}/logs/threads/unknown`);
  await page.getByText("Thread not found").waitFor();
  await page.getByRole("link", { name: "Go to the threads" }).click();
  await page.waitForURL("**/logs/threads");
});

test("the run of an experiment item says that the scores belong to the item", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: ({ ingest }) =>
      ingest([
        { id: "tried", type: "run", name: "Experiment Run", environment: "experiment" },
        { id: "inner", type: "tool", name: "inner", environment: "experiment", parentId: "tried", rootRunId: "tried" },
      ]),
  });
  await goto(`/projects/${projectId}/logs/steps/tried?currentStepId=inner`);
  const scores = inspector(page).getByRole("region", { name: "Scores" });
  await scores.getByText("No scores yet", { exact: true }).waitFor();
  await tree(page).getByRole("treeitem").first().click();
  await scores.getByText("The scores of this run are on the page of its experiment.").waitFor();
  expect(await scores.getByText("No scores yet", { exact: true }).count()).toBe(0);
  await expectAccessible(page);
  await scores.getByRole("link", { name: "Show experiments", exact: true }).click();
  await page.getByRole("heading", { name: "Experiments", level: 1 }).waitFor();
});

test.each([1440, 390])("keys of metadata are broken only if they are too long for a line, at %i px", async (width) => {
  const long = "k".repeat(80);
  const { page, goto, projectId } = await openUi({
    path: null,
    window: { viewport: { width, height: 900 } },
    seed: ({ ingest }) =>
      ingest([
        { id: "s", type: "run", name: "s", metadata: { agent: "a", repository: "a/b", [long]: "b".repeat(80) } },
      ]),
  });
  await goto(`/projects/${projectId}/logs/steps/s?currentStepId=s`);
  const heightOf = async (key: string) => (await page.getByText(key, { exact: true }).boundingBox())?.height ?? 0;
  const line = await heightOf("agent");
  expect(line).toBeGreaterThan(0);
  // All rows except the first have a border, which adds to their height.
  expect(await heightOf("repository")).toBeLessThan(1.5 * line);
  expect(await heightOf(long)).toBeGreaterThan(1.5 * line);
  const table = page.getByRole("rowheader", { name: "repository", exact: true }).locator("xpath=ancestor::table");
  expect(await table.evaluate((each) => each.scrollWidth - (each.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(
    0,
  );
  const value = await page.getByText("b".repeat(80), { exact: true }).boundingBox();
  expect(value?.width).toBeGreaterThan(80);
});

test("on a narrow screen a step opens as a sheet", async () => {
  const { page } = await openThread("?view=tree&currentStepId=", { window: { viewport: { width: 390, height: 800 } } });
  await tree(page).getByRole("treeitem").nth(3).click();
  const sheet = page.getByRole("dialog");
  await expect.poll(() => sheet.innerText()).toContain("with the carrier");
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
});

test("a search marks its matches where they are shown, and shows excerpts around them", async () => {
  const { page, ingest } = await openThread("?view=tree&currentStepId=");
  const long = `${"Nothing here. ".repeat(60)}The parcel is late.`;
  await ingest([{ id: "late", threadId: "support", type: "tool", name: "track", input: "Where?", output: long }]);
  await tree(page).getByRole("treeitem", { name: "track" }).waitFor();
  await page.getByRole("searchbox", { name: "Search in this thread" }).fill("parcel");
  const marks = () =>
    page.evaluate(() => [...(CSS.highlights.get("thread-search") ?? [])].map((range) => range.toString()));
  const row = tree(page).getByRole("treeitem", { name: "track" });
  await expectSoon(() => row.innerText()).toContain("The parcel is late.");
  await expectSoon(marks).toEqual(["parcel"]);
  // The excerpt follows changes of the step.
  const changed = long.replace("is late", "has arrived");
  await ingest([{ id: "late", threadId: "support", type: "tool", name: "track", input: "Where?", output: changed }]);
  await expectSoon(() => row.innerText()).toContain("The parcel has arrived.");
  await row.click();
  await inspector(page).getByRole("region", { name: "Output", exact: true }).getByText("parcel").waitFor();
  await expectSoon(async () => (await marks()).length).toBe(2);
  await page.getByRole("searchbox", { name: "Search in this thread" }).fill("");
  await expectSoon(() => page.evaluate(() => CSS.highlights.has("thread-search"))).toBe(false);
});

test("on a narrow screen Back closes the step, and then leaves the thread", async () => {
  const { page, goto, projectId } = await openThread("", { window: { viewport: { width: 390, height: 800 } } });
  await goto(`/projects/${projectId}/logs/threads`);
  await page.getByRole("grid").getByRole("link", { name: "support" }).click();
  await page.getByRole("button", { name: "Tree", exact: true }).click();
  await tree(page).getByRole("treeitem").nth(3).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("with the carrier").first().waitFor();
  await page.goBack();
  await sheet.waitFor({ state: "detached" });
  await tree(page).getByRole("treeitem").nth(3).click();
  await sheet.getByRole("button", { name: "Close", exact: true }).click();
  await sheet.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toMatch(/threads\/support$/);
  await page.goBack();
  await page.waitForURL(`**/projects/${projectId}/logs/threads`);
});

test("an excerpt of a search that could not be loaded is loaded again by a button", async () => {
  const { page, ingest } = await openThread("?view=tree&currentStepId=");
  const output = `${"Nothing here. ".repeat(60)}The parcel is late.`;
  await ingest([{ id: "late", threadId: "support", type: "tool", name: "track", input: "Where?", output }]);
  const row = tree(page).getByRole("treeitem", { name: "track" });
  await row.waitFor();
  let isBroken = true;
  await page.route("**/api/graphql", (route) =>
    isBroken && route.request().postData()?.includes('"isSearched":true')
      ? route.fulfill({ json: { errors: [{ message: "Not now", extensions: { code: "INTERNAL" } }] } })
      : route.fallback(),
  );
  await page.getByRole("searchbox", { name: "Search in this thread" }).fill("parcel");
  const retry = page.getByRole("alert").getByRole("button", { name: "Try again" });
  await retry.waitFor();
  isBroken = false;
  await retry.click();
  await retry.waitFor({ state: "detached" });
  await expectSoon(() => row.innerText()).toContain("The parcel is late.");
});

const phone = { viewport: { width: 390, height: 800 } };

/** Opens the list of threads on a phone, then the thread, then a step in a sheet. */
async function openSheetFromList() {
  const ui = await openThread("", { window: phone });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/logs/threads`);
  await page.getByRole("grid").getByRole("link", { name: "support" }).click();
  await page.getByRole("button", { name: "Tree", exact: true }).click();
  const sheet = page.getByRole("dialog");
  const openStep = async (): Promise<void> => {
    await tree(page).getByRole("treeitem", { name: "plan" }).click();
    await sheet.getByText("gpt-4o-mini").first().waitFor();
  };
  await openStep();
  const expectList = async (): Promise<void> => {
    await page.getByRole("grid").getByRole("link", { name: "support" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/projects/${projectId}/logs/threads`);
  };
  return { ...ui, sheet, openStep, expectList };
}

test("on a narrow screen, going back by two entries from an open step shows the list", async () => {
  const { page, openStep, expectList } = await openSheetFromList();
  await page.evaluate(() => history.go(-2));
  await expectList();
  await page.getByRole("grid").getByRole("link", { name: "support" }).click();
  await page.getByRole("button", { name: "Tree", exact: true }).click();
  await openStep();
  await page.evaluate(() => {
    history.back();
    history.back();
  });
  await expectList();
});

test("on a narrow screen, a double tap on the close button of a step stays in the thread", async () => {
  const { page, sheet, expectList } = await openSheetFromList();
  await sheet.getByRole("button", { name: "Close", exact: true }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await sheet.waitFor({ state: "detached" });
  await tree(page).getByRole("treeitem").first().waitFor();
  await page.goBack();
  await expectList();
});

test("on a narrow screen, Back closes a step after a reload and after following a link of the step", async () => {
  const { page, sheet, openStep, expectList } = await openSheetFromList();
  await page.reload();
  await sheet.getByText("gpt-4o-mini").first().waitFor();
  await page.goBack();
  await sheet.waitFor({ state: "detached" });
  await page.goForward();
  await sheet.getByText("gpt-4o-mini").first().waitFor();
  await page.goBack();
  await sheet.waitFor({ state: "detached" });
  await openStep();
  await sheet.getByRole("link", { name: "Replay in the playground" }).click();
  await page.waitForURL("**/playground**");
  await page.goBack();
  await sheet.getByText("gpt-4o-mini").first().waitFor();
  await page.goBack();
  await sheet.waitFor({ state: "detached" });
  await page.goBack();
  await expectList();
});

test("a step that was opened on a narrow screen is closed by Back in a wide window too", async () => {
  const { page, expectList } = await openSheetFromList();
  await page.setViewportSize({ width: 1200, height: 800 });
  await inspector(page).getByText("gpt-4o-mini").first().waitFor();
  await page.goBack();
  await inspector(page).getByPlaceholder("Add tag").waitFor();
  await page.goBack();
  await expectList();
});

test("on a narrow screen Back closes the overview, and a deleted step leaves no entry behind", async () => {
  const { page, sheet, openStep, expectList } = await openSheetFromList();
  await page.goBack();
  await sheet.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Overview" }).click();
  await sheet.getByPlaceholder("Add tag").waitFor();
  await page.goBack();
  await sheet.waitFor({ state: "detached" });
  await openStep();
  await sheet.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete step" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await sheet.waitFor({ state: "detached" });
  await page.goBack();
  await expectList();
});

test("on a narrow screen, a step without a thread can be closed", async () => {
  const { page, ingest, goto, projectId } = await openUi({ path: null, window: phone });
  await ingest([{ id: "lone", type: "run", name: "lone run", output: "done" }]);
  await goto(`/projects/${projectId}/logs/steps/lone`);
  const sheet = page.getByRole("dialog");
  await sheet.getByText("done").first().waitFor();
  await sheet.getByRole("button", { name: "Close", exact: true }).click();
  await sheet.waitFor({ state: "detached" });
  await expectSoon(() => tree(page).getByRole("treeitem").count()).toBe(1);
});

test("on a narrow screen the steps begin near the top, and rare tools are in a menu", async () => {
  const { page } = await openThread("?view=tree", { window: { viewport: { width: 390, height: 844 } } });
  const first = tree(page).getByRole("treeitem").first();
  await first.waitFor();
  await expectSoon(async () => (await first.boundingBox())?.y ?? 999).toBeLessThan(200);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "More tools" }).click();
  await page.getByRole("menuitem", { name: "Collapse all" }).click();
  await expectSoon(() => tree(page).getByRole("treeitem", { expanded: false }).count()).toBeGreaterThan(0);
});

test("on a narrow screen a long title takes two lines", async () => {
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    window: { viewport: { width: 390, height: 844 } },
    seed: ({ ingest }) => ingest(supportThread),
  });
  await graphql('mutation { updateThread(id: "support", name: "Where is my order, and when will it arrive?") { id } }');
  await goto(`/projects/${projectId}/logs/threads/support`);
  const title = page.getByRole("heading", { level: 1, name: /^Where is my order/ });
  await title.waitFor();
  expect(
    await title.evaluate((heading) => [
      heading.scrollWidth <= heading.clientWidth,
      heading.scrollHeight <= heading.clientHeight,
    ]),
  ).toEqual([true, true]);
});

test("a share link shows the thread read-only, until it is revoked", async () => {
  const { page, context } = await openThread();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Create link" }).click();
  const link = page.getByRole("textbox", { name: "Link", exact: true });
  const address = await link.inputValue();
  const reader = await context.newPage();
  await reader.goto(address);
  const answer = reader.getByRole("article").last();
  await answer.getByText("Thursday").waitFor();
  await answer.getByRole("button", { name: "Assistant" }).click();
  await reader.getByRole("region", { name: "Output" }).getByText("Thursday").waitFor();
  for (const name of ["Add score", "More actions", "Add to dataset", "Share"]) {
    expect(await reader.getByRole("button", { name, exact: true }).count()).toBe(0);
  }
  await expectAccessible(reader);
  await page.getByRole("button", { name: "Revoke link" }).click();
  await page.getByRole("button", { name: "Keep link", exact: true }).click();
  await page.getByRole("button", { name: "Revoke link" }).click();
  await page.getByText("People with this link can no longer read the thread.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Revoke now", exact: true }).click();
  await page.getByText("No links yet. Only members of the project can read this thread.").waitFor();
  await link.waitFor({ state: "detached" });
  await reader.reload();
  await reader.getByText("This shared link is not valid").waitFor();
});
