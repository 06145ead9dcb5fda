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
  await page.getByRole("heading", { name: "Version 2", exact: true }).waitFor();
  await expect.poll(() => page.locator("mark").allTextContents()).toContain("{{country}}");
  await expect.poll(() => page.title()).toBe("capital-finder · Threadline");
  await expectAccessible(page);

  await page.getByRole("tab", { name: "Compare" }).press("Enter");
  const difference = page.getByRole("region", { name: "Difference between version 1 and version 2" });
  await difference.locator("ins", { hasText: "teacher of" }).waitFor();
  expect(await difference.locator("del").allTextContents()).toEqual(["know"]);
  const figures = page.getByRole("region", { name: "Figures of version 1 and version 2" });
  await figures.getByRole("row", { name: /^Generations 4 4 / }).waitFor();
  await figures.getByRole("row", { name: /^Tokens per generation 116 117 too few values \+0\.9% \(\+1\)$/ }).waitFor();
  await page.getByRole("button", { name: "Unified" }).press("Enter");
  await chooseByKeyboard(page.getByLabel("From", { exact: true }), "End", "Version 0");
  await page.getByRole("region", { name: "Difference between version 0 and version 2" }).waitFor();
  const before = page.getByRole("region", { name: "Figures of version 0 and version 2" });
  await before.getByRole("row", { name: "Error rate 25% 0% too few values −100% (−25 points)" }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("?tab=compare&layout=unified&from=0");
  await expectAccessible(page);

  await page.getByRole("tab", { name: "Metrics" }).press("Enter");
  await page.getByRole("row", { name: /^v1 4 0 .*200 ms/ }).waitFor();
  await page
    .getByRole("figure", { name: "Generations", exact: true })
    .getByText("capital-finder v1", { exact: true })
    .waitFor();
  await expectAccessible(page);

  const promote = page.getByRole("button", { name: "Promote", exact: true });
  await promote.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Promote" }).press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("link", { name: /v2 Champion Rollout 100%/ }).waitFor();
  expect(await promote.count()).toBe(0);
  expect(await graphql('{ promptLineage(name: "capital-finder") { championVersion } }')).toEqual({
    promptLineage: { championVersion: 2 },
  });
});
