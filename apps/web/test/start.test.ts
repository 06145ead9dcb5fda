import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";

test("the UI opens on the log of the project, within the rules of its policy", async () => {
  const { page, projectId } = await openUi({
    seed: ({ ingest }) =>
      ingest([{ id: "a", type: "user_message", threadId: "t", name: "Ada", output: { content: "Hi" } }]),
  });
  await page.waitForURL(`**/projects/${projectId}/logs/threads*`);
  await expect.poll(() => page.locator("#root").innerText()).toContain("Thread");
});

test("the UI opens under a base path", async () => {
  const { page, url, projectId } = await openUi({ server: { basePath: "/threadline" } });
  await page.waitForURL(`${url}/projects/${projectId}/**`);
  await expect.poll(() => page.locator("#root").innerText()).toContain("Thread");
});

test("by keyboard alone the commands lead to a page, to a thread by its id, and back to where one was", async () => {
  const { page, projectId, goto } = await openUi({ path: null });
  await goto(`/projects/${projectId}/users`);
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  const commands = page.getByRole("dialog", { name: "Commands" });
  await page.keyboard.press("Control+k");
  const isFocused = () => commands.getByRole("combobox").evaluate((input) => input === document.activeElement);
  await expect.poll(isFocused).toBe(true);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await commands.waitFor({ state: "detached" });

  await page.keyboard.press("Control+k");
  await expect.poll(isFocused).toBe(true);
  await page.keyboard.type("datas");
  await expect.poll(() => commands.getByRole("option").allInnerTexts()).toEqual(["Datasets"]);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Datasets" }).waitFor();

  await page.keyboard.press("Control+k");
  await expect.poll(isFocused).toBe(true);
  await page.keyboard.type("no such thread");
  await commands.getByText("Open the thread with this id: no such thread").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("There is no such thread").waitFor();
});

test.each([
  ["dashboard?range=13h&from=yesterday", "Nothing was recorded in this time"],
  ["logs/runs?filters=x&order=7&columns=no&range=5y&live=maybe", "No runs yet"],
  ["logs/threads/t?view=none&currentStepId=7", "There is no such thread"],
  ["experiments/compare?ids=%5B1%5D&display=huge&regressions=perhaps", "No experiment is chosen"],
  ["users?search=%7B%7D", "No users yet"],
])("what makes no sense in an address is as if it were absent: %s", async (path, heading) => {
  const { page, projectId, goto } = await openUi({ path: null });
  await goto(`/projects/${projectId}/${path}`);
  await expect.poll(() => page.locator("main").innerText()).toContain(heading);
});
