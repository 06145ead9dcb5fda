import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";

test("by keyboard only, the commands find records by name, and open a record by its pasted id", async () => {
  const { page, projectId, goto } = await openUi({
    path: null,
    async seed({ graphql, ingest }) {
      await graphql(`
        mutation {
          upsertThread(id: "0192-thread", name: "Two umbrellas", participantId: "umbra@example.com") {
            id
          }
          createPromptLineage(name: "umbrella-answer") {
            id
          }
          createDataset(name: "Umbrella questions", type: key_value) {
            id
          }
        }
      `);
      await ingest([
        { id: "run-1", threadId: "0192-thread", type: "run", name: "Agent", input: "Which one?" },
        { id: "tool-1", threadId: "0192-thread", parentId: "run-1", type: "tool", name: "find umbrella" },
        { id: "alone-1", rootRunId: "root-1", type: "tool", name: "Alone" },
      ]);
    },
  });
  await goto(`/projects/${projectId}/users`);
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  const commands = page.getByRole("dialog", { name: "Commands" });
  const type = async (text: string) => {
    await page.keyboard.press("Control+k");
    await expect
      .poll(() => commands.getByRole("combobox").evaluate((input) => input === document.activeElement))
      .toBe(true);
    await page.keyboard.insertText(text);
  };
  await type("UMBR");
  await expect
    .poll(async () => (await commands.getByRole("option").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ")))
    .toEqual([
      "Two umbrellas Which one? Thread",
      "umbra@example.com User",
      "umbrella-answer Prompt",
      "Umbrella questions Dataset",
      "find umbrella × 1 Step name",
      "Search the input and output of threads for “UMBR”",
    ]);
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "umbrella-answer" }).waitFor();

  await type("which one");
  await commands.getByText("No results").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/threads?q=which+one`);
  await page.locator("mark", { hasText: "Which one" }).waitFor();

  await type("tool-1");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/threads/0192-thread?currentStepId=tool-1`);
  await type(" alone-1 ");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/steps/root-1?currentStepId=alone-1`);
  await type("0192-thread");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/threads/0192-thread`);

  // The page title and the recent pages show the name of the settings section.
  await type("audit l");
  await commands.getByRole("option", { name: "Audit log", exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/settings/audit`);
  await expect.poll(() => page.title()).toBe("Audit log · Threadline");
  await type("members");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/settings/members`);
  await page.getByText("This service has no login, so projects have no members").waitFor();
  await type("");
  await commands.getByRole("option", { name: "Audit log Settings", exact: true }).waitFor();
  await page.goto(page.url().replace(/settings.*/, "settings/service"));
  await page
    .getByRole("heading", { name: "This service has no login, so email and single sign-on are not available" })
    .waitFor();
  await page.getByText("THREADLINE_SSO_ISSUER=", { exact: false }).waitFor();
});
