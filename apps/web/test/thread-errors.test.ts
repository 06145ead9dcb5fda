import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { inspector, openThread } from "./open-thread.ts";
import { supportThread } from "./thread-seed.ts";

const message = "The warehouse did not answer.";
const runError = "AgentError: no answer after 3 attempts";

/** The conversation of {@link supportThread}, whose run failed because of its last step. */
const failedThread = supportThread.map((step) => (step["id"] === "agent" ? { ...step, error: runError } : step));
const openFailed = (search = "", options: Parameters<typeof openThread>[1] = {}) =>
  openThread(search, { seed: ({ ingest }) => ingest(failedThread), ...options });

test("a failed thread opens at the step that explains the failure, and the chat also shows the run's own error; the overview is one click away", async () => {
  const { page } = await openFailed();
  await page.getByRole("article").filter({ hasText: runError }).waitFor();
  await expectSoon(() => inspector(page).getByRole("alert").innerText()).toContain(message);
  const card = page.getByRole("article").filter({ hasText: message });
  await expectSoon(() => card.getAttribute("data-selected")).toBe("true");
  expect(new URL(page.url()).searchParams.get("currentStepId")).toBeNull();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Overview", exact: true }).click();
  await inspector(page).getByRole("heading", { name: "Overview" }).waitFor();
  expect(await inspector(page).getByRole("alert").count()).toBe(0);
  await page.getByRole("button", { name: "2 failed steps" }).click();
  const failed = page.getByRole("menuitem");
  await expectSoon(() => failed.allInnerTexts()).toEqual([
    expect.stringContaining(runError),
    expect.stringContaining(message),
  ]);
  await expectAccessible(page);
  await failed.filter({ hasText: runError }).click();
  await page.waitForURL("**currentStepId=agent**");
  await page.keyboard.press("Escape");
  await inspector(page).getByRole("heading", { name: "Overview" }).waitFor();
});

test("a thread whose run went on after an error opens without a selected step; the button selects the failed step", async () => {
  const { page } = await openThread();
  await inspector(page).getByRole("heading", { name: "Overview" }).waitFor();
  await page.getByRole("button", { name: "1 failed step" }).click();
  await page.waitForURL("**currentStepId=failed**");
  await expectSoon(() => inspector(page).getByRole("alert").innerText()).toContain(message);
});

test("the failed step of a long thread is scrolled into view, and the header lists the others", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: ({ ingest }) =>
      ingest(
        Array.from({ length: 200 }, (_, index) => ({
          id: `s${index}`,
          threadId: "long",
          type: "tool",
          name: `tool ${index}`,
          startTime: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
          ...(index > 148 && index % 25 === 0 && { error: `Error of ${index}` }),
        })),
      ),
  });
  for (const view of ["chat", "tree"]) {
    await goto(`/projects/${projectId}/logs/threads/long?view=${view}`);
    await expectSoon(() => inspector(page).getByRole("alert").innerText()).toContain("Error of 150");
    await page
      .getByRole(view === "chat" ? "article" : "treeitem")
      .filter({ hasText: "tool 150" })
      .waitFor();
    await page.getByRole("button", { name: "2 failed steps" }).click();
    await page.getByRole("menuitem", { name: "Error of 175" }).click();
    await expectSoon(() => inspector(page).getByRole("alert").innerText()).toContain("Error of 175");
  }
});

test("a link to a step, and a search, open what they name instead of the first error", async () => {
  const { page, goto, projectId } = await openThread("?currentStepId=plan");
  await inspector(page).getByRole("heading", { name: "plan" }).waitFor();
  await goto(`/projects/${projectId}/logs/threads/support?q=carrier`);
  await inspector(page).getByRole("heading", { name: "Overview" }).waitFor();
  await goto(`/projects/${projectId}/logs/threads?q=carrier`);
  await page.getByRole("grid").getByRole("link", { name: "support" }).click();
  await page.waitForURL("**currentStepId=tool**");
  await inspector(page).getByRole("heading", { name: "look_up" }).waitFor();
  expect(await inspector(page).getByRole("alert").count()).toBe(0);
});

test("a score of a failed thread opens the thread as a whole", async () => {
  const { page, goto, projectId } = await openThread("", {
    seed: async ({ ingest, graphql }) => {
      await ingest(failedThread);
      await graphql('mutation { createScore(name: "tone", type: HUMAN, value: 1, threadId: "support") { id } }');
    },
  });
  await goto(`/projects/${projectId}/logs/scores`);
  const row = page.getByRole("grid").getByRole("row").nth(1);
  await row.getByRole("link").first().click();
  await page.waitForURL("**/logs/threads/support?currentStepId=*");
  await inspector(page).getByRole("heading", { name: "Overview" }).waitFor();
  await inspector(page).getByText("tone").first().waitFor();
  expect(await inspector(page).getByRole("alert").count()).toBe(0);
});

test("on a narrow screen, a failed thread shows its error in the conversation, and no sheet", async () => {
  const { page } = await openFailed("", { window: { viewport: { width: 390, height: 844 } } });
  const error = page.getByRole("article").getByText(message);
  await error.waitFor();
  await expectSoon(() => error.evaluate((each) => each.getBoundingClientRect().bottom < innerHeight)).toBe(true);
  expect(await page.getByRole("dialog").count()).toBe(0);
  await expectAccessible(page);
});

test("on a narrow screen, a failed thread opens each view without a sheet over it", async () => {
  const { page, goto, projectId } = await openFailed("", { window: { viewport: { width: 390, height: 844 } } });
  for (const view of ["tree", "waterfall", "graph"]) {
    await goto(`/projects/${projectId}/logs/threads/support?view=${view}`);
    const steps = page.getByRole("tree").last().getByRole("treeitem");
    const failed = steps.and(page.locator("[aria-selected=true]"));
    await failed.waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await failed.click();
    await expectSoon(() => page.getByRole("dialog").getByRole("alert").innerText()).toContain(message);
  }
});
