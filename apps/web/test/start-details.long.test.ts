import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

test("the UI opens under a base path", async () => {
  const { page, url, projectId } = await openUi({ server: { basePath: "/threadline" } });
  await page.waitForURL(`${url}/projects/${projectId}/**`);
  await expect.poll(() => page.locator("#root").innerText()).toContain("Thread");
});

test("no input is lost that is typed right after the shortcut for the commands", async () => {
  const { page, projectId, goto } = await openUi({ path: null });
  let held = Promise.withResolvers<void>();
  await page.route(/command-palette-[^/]*\.js/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const input = page.getByRole("dialog", { name: "Commands" }).getByRole("combobox");
  await goto(`/projects/${projectId}/users`);
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("datas");
  expect(await input.inputValue()).toBe("datas");
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("experim");
  await page.keyboard.press("Enter");
  held.resolve();
  await page.getByRole("heading", { level: 1, name: "Experiments" }).waitFor();

  held = Promise.withResolvers();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Experiments" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("dasets");
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowLeft");
  held.resolve();
  await page.getByText("No results").waitFor();
  await page.keyboard.type("ta");
  expect(await input.inputValue()).toBe("datasets");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Datasets" }).waitFor();

  // The list has loaded before, so it appears and gets the focus at once.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("promp");
  expect(await input.inputValue()).toBe("promp");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Prompts" }).waitFor();
});

test("the commands open again before the close event of the last dialog arrives", async () => {
  const { page, projectId, goto } = await openUi({ path: null });
  await goto(`/projects/${projectId}/users`);
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  const dialog = page.getByRole("dialog", { name: "Commands" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("first");
  await dialog.evaluate((element: HTMLDialogElement) => {
    element.close();
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "k", code: "KeyK", ctrlKey: true, bubbles: true }));
  });
  await page.keyboard.type("datas");
  expect(await dialog.getByRole("combobox").inputValue()).toBe("datas");
  await page.keyboard.press("Control+k");
  await dialog.waitFor({ state: "detached" });
});

test.each(["alerts", "dashboard", "datasets", "evaluators", "logs/threads", "users"])(
  "the page of a missing record gives the likely reasons and links to the list: %s",
  async (path) => {
    const { page, projectId, goto } = await openUi({ path: null });
    await goto(`/projects/${projectId}/${path}/none`);
    const main = page.locator("main");
    await expectSoon(() => main.innerText()).toMatch(/not found\s+The record may have been deleted/);
    expect(await main.getByRole("link").count()).toBe(1);
  },
);

test.each([
  ["dashboard?range=13h&from=yesterday", "No data in this period"],
  ["logs/runs?filters=x&order=7&columns=no&range=5y&live=maybe", "No runs yet"],
  ["logs/threads/t?view=none&currentStepId=7", "Thread not found"],
  ["experiments/compare?ids=%5B1%5D&display=huge&regressions=perhaps", "No experiments selected"],
  ["users?search=%7B%7D", "No users yet"],
])("an invalid URL parameter is ignored: %s", async (path, heading) => {
  const { page, projectId, goto } = await openUi({ path: null });
  await goto(`/projects/${projectId}/${path}`);
  await expect.poll(() => page.locator("main").innerText()).toContain(heading);
});
