import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedPrompts } from "./seed-prompts.ts";

test("by keyboard only, a version gets a label, the label moves to another version, and the prompt is deleted", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null, seed: seedPrompts });
  const labels = () => graphql('{ promptLineage(name: "capital-finder") { labels { name version } } }');
  // All calls get version 0, although it is no champion, so there is nothing to promote.
  await goto(`/projects/${projectId}/prompts/capital-finder?version=0`);
  await page.getByRole("link", { name: /v0 Rollout 100%/ }).waitFor();
  await page.getByRole("button", { name: "Run experiment" }).waitFor();
  expect(await page.getByRole("button", { name: "Promote", exact: true }).count()).toBe(0);
  await goto(`/projects/${projectId}/prompts/capital-finder?version=1`);
  await page.getByRole("button", { name: "Add label" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "production" }).press("Enter");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Set label" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: /v1 production/ }).waitFor();

  await page.getByRole("link", { name: /v2/ }).press("Enter");
  await page.getByRole("heading", { name: "Version 2", exact: true }).waitFor();
  await page.getByRole("button", { name: "Add label" }).press("Enter");
  await dialog.getByLabel("Label", { exact: true }).fill("production");
  await dialog.getByText("The label “production” moves here from version 1").waitFor();
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
