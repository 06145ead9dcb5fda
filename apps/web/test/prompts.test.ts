import { expect, test } from "vitest";
import { chooseByKeyboard } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedPrompts } from "./seed-prompts.ts";

test("by keyboard only, a prompt is opened, its versions are compared and measured, and one is promoted", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null, seed: seedPrompts });
  await goto(`/projects/${projectId}/prompts`);
  await page.getByRole("row", { name: /capital-finder.*none.*3.*12/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "capital-finder" }).press("Enter");
  await page.getByRole("heading", { name: "Version 2" }).waitFor();
  await expect.poll(() => page.locator("mark").allTextContents()).toContain("{{country}}");
  await expect.poll(() => page.title()).toBe("capital-finder · Threadline");
  await expectAccessible(page);

  await page.getByRole("tab", { name: "Compare" }).press("Enter");
  const difference = page.getByRole("region", { name: "Difference between version 1 and version 2" });
  await difference.locator("ins", { hasText: "teacher of" }).waitFor();
  expect(await difference.locator("del").allTextContents()).toEqual(["know"]);
  await page.getByRole("button", { name: "Unified" }).press("Enter");
  await chooseByKeyboard(page.getByLabel("From", { exact: true }), "End", "Version 0");
  await page.getByRole("region", { name: "Difference between version 0 and version 2" }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("?tab=compare&layout=unified&from=0");
  await expectAccessible(page);

  await page.getByRole("tab", { name: "Metrics" }).press("Enter");
  await page.getByRole("row", { name: /^v1 4 0 .*200 ms/ }).waitFor();

  await page.getByRole("button", { name: "Promote" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Promote" }).press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("link", { name: /v2 Champion 100%/ }).waitFor();
  expect(await graphql('{ promptLineage(name: "capital-finder") { championVersion } }')).toEqual({
    promptLineage: { championVersion: 2 },
  });
});

test("by keyboard only, a version gets a label, the label moves to another version, and the prompt is deleted", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null, seed: seedPrompts });
  const labels = () => graphql('{ promptLineage(name: "capital-finder") { labels { name version } } }');
  await goto(`/projects/${projectId}/prompts/capital-finder?version=1`);
  await page.getByRole("button", { name: "Add label" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "production" }).press("Enter");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Set label" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: /v1 production/ }).waitFor();

  await page.getByRole("link", { name: /v2/ }).press("Enter");
  await page.getByRole("heading", { name: "Version 2" }).waitFor();
  await page.getByRole("button", { name: "Add label" }).press("Enter");
  await dialog.getByLabel("Label", { exact: true }).fill("production");
  await dialog.getByText("Moves “production” from version 1").waitFor();
  await dialog.getByLabel("Label", { exact: true }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: /v2 production/ }).waitFor();
  expect(await labels()).toEqual({ promptLineage: { labels: [{ name: "production", version: 2 }] } });
  await expectAccessible(page);

  await page.getByRole("button", { name: "Remove label production" }).press("Enter");
  await page.getByRole("link", { name: /v2 production/ }).waitFor({ state: "detached" });
  expect(await labels()).toEqual({ promptLineage: { labels: [] } });

  await page.getByRole("button", { name: "More", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: "Delete prompt" }).press("Enter");
  await dialog.getByRole("button", { name: "Delete prompt" }).press("Enter");
  await page.getByRole("heading", { name: "Prompts", exact: true }).waitFor();
  expect(await labels()).toEqual({ promptLineage: null });
});
