import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus, expectFocusWithin } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi, type Ui } from "./browser/open-ui.ts";
import { supportThread } from "./thread-seed.ts";

async function openThread(search = "", options: Parameters<typeof openUi>[0] = {}): Promise<Ui> {
  const ui = await openUi({ seed: ({ ingest }) => ingest(supportThread), path: null, ...options });
  await ui.goto(`/projects/${ui.projectId}/logs/threads/support${search}`);
  return ui;
}

const tree = (page: Page) => page.getByRole("tree");
const inspector = (page: Page) => page.getByRole("complementary", { name: "Step" });

test("a thread reads as a conversation, and each view shows the same steps", async () => {
  const { page } = await openThread();
  const chat = page.getByRole("list", { name: "Chat" });
  await expect.poll(() => chat.getByRole("article").count()).toBe(4);
  const article = (index: number) => chat.getByRole("article").nth(index);
  await expect.poll(() => article(0).locator("strong").innerText()).toBe("order");
  await expect.poll(() => article(1).innerText()).toContain('{"order":"A-1042"} → {"status":"with the carrier"}');
  await expect.poll(() => article(2).innerText()).toContain("The warehouse did not answer.");
  await expect.poll(() => article(3).innerText()).toContain("It arrives on *Thursday*.");
  await expect.poll(() => page.title()).toContain("support");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Tree", exact: true }).click();
  await page.waitForURL("**view=tree");
  await expect.poll(() => tree(page).getByRole("treeitem").count()).toBe(6);
  expect(await tree(page).getByRole("treeitem").nth(1).innerText()).toMatch(/support-agent\s+150 tokens[^]*3.9 s/);
  expect(await tree(page).getByRole("treeitem").nth(2).getAttribute("aria-level")).toBe("2");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Waterfall" }).click();
  await expect.poll(() => page.getByTitle("First token after 300 ms").count()).toBe(1);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Transcript" }).click();
  const transcript = page.getByRole("list", { name: "Transcript" });
  await expect.poll(() => transcript.getByRole("article").count()).toBe(6);
  await expect.poll(() => transcript.innerText()).toContain("It arrives on *Thursday*.");
  await expectAccessible(page);
});

test("a link to a step opens it, with everything that is known of it", async () => {
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
    await settings.getByRole("button", { name: format }).click();
    await expect.poll(() => settings.innerText()).toContain(expected);
  }
});

test("the count of errors leads to the step that failed, and its error comes first", async () => {
  const { page } = await openThread("?view=tree");
  await page.getByRole("button", { name: "1 error" }).click();
  await page.waitForURL("**currentStepId=failed**");
  await expect.poll(() => inspector(page).getByRole("alert").innerText()).toContain("The warehouse did not answer.");
});

test("the keyboard alone goes through steps, folds them, searches and changes views", async () => {
  const { page } = await openThread();
  await page.getByRole("list", { name: "Chat" }).getByRole("article").first().waitFor();
  await page.keyboard.press("2");
  await page.waitForURL("**view=tree");
  const current = (): string | null => new URL(page.url()).searchParams.get("currentStepId");
  for (const [key, step] of [
    ["j", "question"],
    ["j", "agent"],
    ["j", "plan"],
    ["k", "agent"],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(current).toBe(step);
  }
  await page.keyboard.press("h");
  await expect.poll(() => tree(page).getByRole("treeitem").count()).toBe(3);
  await page.keyboard.press("j");
  await expect.poll(current).toBe("answer");
  await page.keyboard.press("k");
  await expect.poll(current).toBe("agent");
  await page.keyboard.press("l");
  await expect.poll(() => tree(page).getByRole("treeitem").count()).toBe(6);
  await tree(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(current).toBe("plan");

  await page.keyboard.press("/");
  const isSearching = () => page.getByRole("searchbox").evaluate((field) => field === document.activeElement);
  await expect.poll(isSearching).toBe(true);
  await page.keyboard.type("carrier");
  await expect.poll(() => page.getByRole("search").innerText()).toContain("of 1 match");
  await page.keyboard.press("Enter");
  await expect.poll(current).toBe("tool");
  await page.keyboard.press("Escape");
  await expect.poll(isSearching).toBe(false);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await expect.poll(current).toBeNull();
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
  await expect.poll(() => inspector(page).getByText("useful").innerText()).toMatch(/useful 0\.17.*600/);
});

test("a thread as a whole is judged, and the score deleted", async () => {
  const { page, graphql } = await openThread();
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

test("a score is added as its schema wants it, and deleted", async () => {
  const { page, graphql } = await openThread("?view=tree&currentStepId=answer", {
    seed: async (service) => {
      await service.ingest(supportThread);
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
  await page.getByLabel("Name").fill("helpful");
  // A list once the schema is known, a field before.
  await page.getByRole("combobox", { name: "Value" }).selectOption("yes");
  await page.getByLabel("Comment", { exact: true }).fill("Right and short");
  await inspector(page).getByRole("button", { name: "Add score" }).last().click();
  await expect.poll(() => inspector(page).innerText()).toContain("yes (1)");
  expect(await graphql('{ step(id: "answer") { scores { name value label comment type } } }')).toEqual({
    step: { scores: [{ name: "helpful", value: 1, label: "yes", comment: "Right and short", type: "HUMAN" }] },
  });
  await expect.poll(() => tree(page).getByLabel("has scores").count()).toBe(1);
  await expectSoon(() => tree(page).locator("#step-5").innerText()).toMatch(/helpful yes \(1\)/);
  await page.keyboard.press("Escape");
  await expectSoon(() => page.getByRole("region", { name: "Scores" }).innerText()).toContain("helpful 1");
  await page.getByRole("button", { name: "Chat", exact: true }).click();
  const answer = page.getByRole("list", { name: "Chat" }).getByRole("article").filter({ hasText: "Thursday" });
  await expectSoon(() => answer.innerText()).toMatch(/helpful yes \(1\)/);
  await expectAccessible(page);
  await answer.getByRole("button", { name: "Assistant" }).click();
  await page.getByRole("button", { name: "Delete score helpful" }).click();
  await expect.poll(() => graphql('{ step(id: "answer") { scores { id } } }')).toEqual({ step: { scores: [] } });
});

test("a prompt is named by its link, and an error that names itself is not named twice", async () => {
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

test("a step goes into a new dataset, then into one that is there", async () => {
  const { page, graphql } = await openThread("?currentStepId=agent");
  await page.getByRole("button", { name: "Add to dataset" }).click();
  await page.getByLabel("Name of the new dataset").fill("golden");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Added to golden").waitFor();
  await page.getByRole("button", { name: "Add to dataset" }).click();
  await expect.poll(() => page.getByLabel("Dataset", { exact: true }).inputValue()).not.toBe("");
  await page.getByRole("button", { name: "Add", exact: true }).click();
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

test("a step and a thread are deleted when that is confirmed", async () => {
  const { page, graphql } = await openThread("?view=tree&currentStepId=failed");
  const menu = async (within: ReturnType<typeof inspector>, item: string): Promise<void> => {
    await within.getByRole("button", { name: "More actions" }).first().click();
    await page.getByRole("menuitem", { name: item }).click();
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

test("by keyboard, a step is scored, tagged, added to a dataset, shared and deleted", async () => {
  const { page, graphql } = await openThread("?view=tree&currentStepId=answer");
  const press = (name: string) => inspector(page).getByRole("button", { name }).first().press("Enter");
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const dialog = page.getByRole("dialog");
  await press("Add score");
  await expectFocus(field("Name"));
  for (const text of ["right", "1"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("Short");
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(() => graphql('{ step(id: "answer") { scores { name value comment } } }'))
    .toEqual({ step: { scores: [{ name: "right", value: 1, comment: "Short" }] } });
  // The form closes after the score is stored, and takes the focus with it.
  await page.getByRole("button", { name: "Delete score right" }).waitFor();
  await inspector(page).getByLabel("Add tag").focus();
  await page.keyboard.type("checked");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove tag checked" }).waitFor();
  await press("Add to dataset");
  await expectFocus(field("Name of the new dataset"));
  await page.keyboard.type("golden");
  await page.keyboard.press("Enter");
  await page.getByText("Added to golden").waitFor();
  // A dialog gives the focus back once it is gone.
  await dialog.waitFor({ state: "detached" });
  await expectFocus(inspector(page).getByRole("button", { name: "Add to dataset" }));
  const share = page.getByRole("button", { name: "Share" }).first();
  await share.press("Enter");
  await expectFocusWithin(dialog);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expectFocus(share);
  await press("More actions");
  await expectFocusWithin(page.getByRole("menu"));
  await page.getByRole("menuitem", { name: "Delete step" }).press("Enter");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await expectFocusWithin(dialog);
  await dialog.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await expect.poll(() => graphql('{ step(id: "answer") { id } }')).toEqual({ step: null });
});

test("a step is copied as JSON and as a command that reads it", async () => {
  const { page, context, apiKey } = await openThread("?currentStepId=tool");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const notice = page.getByRole("status").getByText("Copied to the clipboard");
  const copy = async (item: string): Promise<string> => {
    await inspector(page).getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await notice.waitFor();
    // The notice disappears after its time; the next copy is announced again.
    await notice.evaluate((told) => {
      for (const animation of told.closest("[role=status] > *")?.getAnimations() ?? []) animation.finish();
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
    .poll(() => inspector(page).getByTitle("Including nested steps").allTextContents())
    .toEqual(["150 tokens", cost]);
  await goto(`/projects/${projectId}/logs/steps/unknown`);
  await page.getByText("Step not found").waitFor();
  await goto(`/projects/${projectId}/logs/threads/unknown`);
  await page.getByText("Thread not found").waitFor();
});

test("on a narrow screen a step opens as a sheet", async () => {
  const { page } = await openThread("?view=tree", { window: { viewport: { width: 390, height: 800 } } });
  await tree(page).getByRole("treeitem").nth(3).click();
  const sheet = page.getByRole("dialog");
  await expect.poll(() => sheet.innerText()).toContain("with the carrier");
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
});

test("on a narrow screen what holds for the whole thread opens as a sheet", async () => {
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

test("a share link shows the thread read-only, until it is revoked", async () => {
  const { page, context } = await openThread();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Create link" }).click();
  const link = page.getByRole("textbox", { name: "Link" });
  const address = await link.inputValue();
  const reader = await context.newPage();
  await reader.goto(address);
  const answer = reader.getByRole("article").last();
  await answer.getByText("Thursday").waitFor();
  await answer.getByRole("button", { name: "Assistant" }).click();
  await reader.getByRole("region", { name: "Output" }).getByText("Thursday").waitFor();
  for (const name of ["Add score", "More actions", "Add to dataset", "Share"]) {
    expect(await reader.getByRole("button", { name }).count()).toBe(0);
  }
  await expectAccessible(reader);
  await page.getByRole("button", { name: "Revoke link" }).click();
  await link.waitFor({ state: "detached" });
  await reader.reload();
  await reader.getByText("This link is not valid").waitFor();
});
