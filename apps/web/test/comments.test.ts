import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { supportThread } from "./thread-seed.ts";
import { section, text, add } from "./comment-controls.ts";

test("a thread and a step have their own comments, which are created, edited and deleted", async () => {
  const ui = await openUi({ seed: ({ ingest }) => ingest(supportThread), path: null });
  const { page } = ui;
  await ui.goto(`/projects/${ui.projectId}/logs/threads/support?view=tree`);
  await section(page).getByText("No comments yet").waitFor();
  await text(page).focus();
  expect(await add(page).isDisabled()).toBe(true);
  await text(page).fill("Why **so late**?");
  await text(page).press("Control+Enter");
  const article = section(page).getByRole("article");
  await expectSoon(() => article.locator("strong").allInnerTexts()).toEqual(["Anonymous", "so late"]);
  expect(await text(page).inputValue()).toBe("");
  await section(page, "Comments (1)").waitFor();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Edit comment by Anonymous" }).click();
  const edited = article.getByRole("textbox");
  await expectSoon(() => edited.evaluate((field) => field === document.activeElement)).toBe(true);
  await edited.fill("Why?");
  await page.getByRole("button", { name: "Save comment" }).click();
  await article.getByText("edited").waitFor();
  await article.getByText("Why?").waitFor();

  await page.getByRole("treeitem").nth(2).click();
  await page.waitForURL("**currentStepId=**");
  await section(page).getByText("No comments yet").waitFor();
  await text(page).fill("Of the step");
  await add(page).click();
  await section(page).getByRole("article").getByText("Of the step").waitFor();

  await ui.goto(`/projects/${ui.projectId}/logs/threads/support?view=tree`);
  await article.getByText("Why?").waitFor();
  expect(await article.count()).toBe(1);
  await page.getByRole("button", { name: "Delete comment by Anonymous" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete comment" }).click();
  await section(page).getByText("No comments yet").waitFor();
});

test("a comment that was not sent is kept for its step, until it is sent", async () => {
  const ui = await openUi({ seed: ({ ingest }) => ingest(supportThread), path: null });
  const { page } = ui;
  await ui.goto(`/projects/${ui.projectId}/logs/threads/support?view=tree`);
  const select = async (step: number, comment: string): Promise<void> => {
    await page.getByRole("treeitem").nth(step).click();
    await expectSoon(() => text(page).inputValue()).toBe(comment);
  };
  await select(1, "");
  await text(page).fill("Begun");
  await select(2, "");
  await select(1, "Begun");
  await add(page).click();
  await section(page).getByRole("article").getByText("Begun").waitFor();
  expect(await text(page).inputValue()).toBe("");
  await select(2, "");
  await select(1, "");
});

test("a share link shows no comments", async () => {
  const ui = await openUi({ seed: ({ ingest }) => ingest(supportThread), path: null });
  const { page } = ui;
  await ui.graphql('mutation { createComment(threadId: "support", text: "CANARY") { id } }');
  const { shareThread } = (await ui.graphql('mutation { shareThread(threadId: "support") { token } }')) as {
    shareThread: { token: string };
  };
  await ui.goto(`/shared/${shareThread.token}?view=tree&currentStepId=`);
  await page.getByRole("treeitem").first().waitFor();
  await page.getByText("Select a step to see its input and output").waitFor();
  expect(await section(page).count()).toBe(0);
  expect(await page.content()).not.toContain("CANARY");
});
