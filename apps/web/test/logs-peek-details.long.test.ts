import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus, expectFocusWithin } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { panel, parameter } from "./side-panel.ts";
import { openLog, rows } from "./open-log.ts";
import { seedEvaluator } from "./seed-evaluator.ts";
import { seedRule } from "./seed-rule.ts";

test("a step opens in its thread or run, and a link shows a record that the list has not loaded", async () => {
  const { page, goto, ingest, projectId } = await openLog("logs/generations", { count: 60 });
  await ingest([
    { id: "lone", type: "run", name: "Lone run" },
    {
      id: "lone-call",
      type: "llm",
      name: "Lone call",
      parentId: "lone",
      rootRunId: "lone",
      generation: { model: "m" },
    },
  ]);
  await goto("logs/generations");
  await rows(page).first().locator("[data-column=createdAt]").click();
  await expectSoon(() => parameter(page, "currentStepId")).toBe("lone-call");
  await panel(page).getByRole("heading", { name: "Lone call" }).first().waitFor();
  await panel(page).getByRole("link", { name: "Open page" }).click();
  await page.waitForURL(`**/projects/${projectId}/logs/steps/lone?currentStepId=lone-call`);
  await goto("logs/generations?peek=thread-0-llm&currentStepId=thread-0-llm");
  await panel(page).getByText("Answer 0", { exact: true }).first().waitFor();
  expect(await rows(page).locator("[aria-current]").count()).toBe(0);
  await goto("logs/scores?peek=none");
  await panel(page).getByText("Record not found").waitFor();
});

test("a thread is deleted from the panel, and the filtered list stays", async () => {
  const { page } = await openLog("logs/threads?query=tag:vip&peek=thread-4");
  await expectSoon(() => rows(page).count()).toBe(6);
  await panel(page).getByText("Ask 4", { exact: true }).first().waitFor();
  await panel(page).getByRole("button", { name: "More actions", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Delete thread" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete thread" });
  // The keys of the list have no effect in a dialog.
  await expectFocusWithin(dialog);
  await page.keyboard.press("j");
  expect(parameter(page, "peek")).toBe("thread-4");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await panel(page).waitFor({ state: "detached" });
  await expectSoon(() => rows(page).count()).toBe(5);
  expect([parameter(page, "peek"), parameter(page, "query")]).toEqual([null, "tag:vip"]);
});

test("the panel is resized by keyboard and pointer, and its width is remembered", async () => {
  const { page } = await openLog("logs/threads?peek=thread-3");
  const edge = panel(page).getByRole("separator", { name: "Panel width", exact: true });
  await edge.waitFor();
  const width = async (): Promise<number> => Math.round((await panel(page).boundingBox())?.width ?? 0);
  const initial = await width();
  await edge.press("ArrowLeft");
  await expectSoon(width).toBe(initial + 16);
  const box = (await edge.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.move(box.x, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, box.y + 200, { steps: 3 });
  await page.mouse.up();
  await expectSoon(width).toBe(initial - 84);
  await page.reload();
  await edge.waitFor();
  expect(await width()).toBe(initial - 84);
  // The list keeps the columns that identify records.
  expect(await rows(page).first().locator("[data-column=createdAt]").isVisible()).toBe(true);
});

test("on a narrow screen the panel covers the list, and returns the focus", async () => {
  const { page } = await openLog("logs/threads", { window: { viewport: { width: 390, height: 800 } } });
  await rows(page).nth(1).locator("[data-column=createdAt]").click();
  const covering = page.getByRole("dialog", { name: "Question 10" });
  await covering.getByText("Ask 10", { exact: true }).first().waitFor();
  await expectFocusWithin(covering);
  expect((await covering.boundingBox())?.width).toBe(390);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await covering.waitFor({ state: "detached" });
  await expectFocus(rows(page).nth(1));
});

test("a run of a thread opens in the tree, where it is selected", async () => {
  const { page, goto, ingest } = await openLog("logs/runs", { count: 2 });
  const inside = { threadId: "thread-1", type: "run", rootRunId: "thread-1-run", parentId: "thread-1-run" };
  await ingest([{ ...inside, id: "plan", name: "plan" }]);
  await goto("logs/runs?all=true");
  const selected = page.getByRole("tree").locator('[role="treeitem"][aria-selected="true"]');
  await rows(page).filter({ hasText: "plan" }).locator("[data-column=createdAt]").click();
  await expectSoon(() => panel(page).getByRole("treeitem", { selected: true }).innerText()).toContain("plan");
  await page.keyboard.press("j");
  await expectSoon(() => panel(page).getByRole("treeitem", { selected: true }).innerText()).toContain("Agent");
  await goto("logs/runs?all=true");
  await rows(page).getByRole("link", { name: "plan", exact: true }).click();
  await page.waitForURL("**/logs/threads/thread-1?**");
  await expectSoon(() => selected.innerText()).toContain("plan");
});

test("the details of a step have the space that a short tree does not need, and the summary does not repeat them", async () => {
  const { page, goto, ingest } = await openLog("logs/steps", { count: 1 });
  await ingest([
    { id: "lone", type: "tool", name: "Lone tool", input: { order: "A-1042" }, output: "On its way" },
    ...["first", "second"].map((id) => ({ id, type: "tool", name: id, rootRunId: "lone", parentId: "lone" })),
  ]);
  await goto("logs/steps?peek=lone&currentStepId=lone");
  const tree = panel(page).getByRole("tree");
  await expectSoon(() => tree.getByRole("treeitem").count()).toBe(3);
  // A row is 30 pixels high.
  await expectSoon(() => tree.evaluate((each) => each.clientHeight)).toBeLessThan(4 * 30);
  expect(await tree.evaluate((each) => each.clientHeight)).toBeGreaterThanOrEqual(3 * 30);
  await panel(page).getByText("On its way", { exact: true }).waitFor();
  expect(await panel(page).getByText("On its way", { exact: true }).count()).toBe(1);
  // Beside the details of another step, the summary of the record stays in view.
  await tree.getByRole("treeitem").last().click();
  await expectSoon(() => panel(page).getByRole("definition").allInnerTexts()).toContain("On its way");
});

test("a narrow panel shows the conversation without the overview, which a button opens", async () => {
  const { page } = await openLog("logs/threads?peek=thread-1", { count: 2 });
  await panel(page).getByRole("button", { name: "Chat", exact: true }).waitFor();
  const overview = panel(page).getByRole("heading", { name: "Overview", exact: true });
  const opener = panel(page).getByRole("button", { name: "Overview", exact: true });
  expect(await overview.count()).toBe(0);
  await opener.click();
  await overview.waitFor();
  await opener.click();
  await overview.waitFor({ state: "detached" });
});

test("the panel of an evaluated score links to its evaluator version and rule, until they are deleted", async () => {
  let evaluatorId = "";
  let ruleId = "";
  const ui = await openLog("logs/scores", {
    seed: async (service) => {
      evaluatorId = await seedEvaluator(service);
      ruleId = await seedRule(service, evaluatorId, "later answer");
      await service.ingest([{ id: "later", type: "run", name: "later answer", output: "Paris" }]);
      // The rule runs in the background.
      const rules = "{ scores(first: 1) { edges { node { evaluationRuleId } } } }";
      await expectSoon(() => service.graphql(rules)).toEqual({
        scores: { edges: [{ node: { evaluationRuleId: ruleId } }] },
      });
    },
  });
  const { page, context, graphql, goto, projectId } = ui;
  let isBroken = true;
  await context.route("**/api/graphql", (route) =>
    isBroken && route.request().postData()?.includes("query scoreSource")
      ? route.fulfill({ json: { errors: [{ message: "Not now", extensions: { code: "INTERNAL" } }] } })
      : route.fallback(),
  );
  await goto("logs/scores");
  await rows(page).first().locator("[data-column=createdAt]").click();
  await panel(page).getByText("Not now").waitFor();
  isBroken = false;
  await panel(page).getByRole("button", { name: "Try again" }).click();
  const evaluator = panel(page).getByRole("link", { name: "Names Paris v2" });
  expect(await evaluator.getAttribute("href")).toContain(`/projects/${projectId}/evaluators/${evaluatorId}?version=2`);
  const rule = panel(page).getByRole("link", { name: "Answers about Paris" });
  expect(await rule.getAttribute("href")).toContain(`/projects/${projectId}/evaluation-rules/${ruleId}`);
  await graphql("mutation ($id: String!) { deleteEvaluationRule(id: $id) { id } }", { id: ruleId });
  await graphql("mutation ($id: String!) { deleteEvaluator(id: $id) { id } }", { id: evaluatorId });
  await page.reload();
  await panel(page).getByText("Deleted", { exact: true }).nth(1).waitFor();
  expect(await panel(page).getByRole("link", { name: /Paris/ }).count()).toBe(0);
});
