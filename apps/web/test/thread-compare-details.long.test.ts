import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openComparison, rows, row } from "./open-comparison.ts";

test("a thread is compared with another one by its name or URL", async () => {
  const { page, goto, projectId, graphql, url } = await openComparison();
  await graphql('mutation { upsertThread(id: "monday", name: "Order on Monday") { id } }');
  await goto(`/projects/${projectId}/logs/threads/tuesday`);
  await page.getByRole("button", { name: "More actions" }).first().click();
  await page.getByRole("menuitem", { name: "Compare with another thread" }).click();
  await page.getByText("Select two threads").waitFor();
  const field = page.getByLabel("Before", { exact: true });
  await field.click();
  await page.getByPlaceholder("Name, ID or URL of a thread").fill("monday");
  await page.getByRole("option", { name: "Order on Monday" }).click();
  await expect.poll(() => rows(page).count()).toBe(5);
  await page.getByRole("button", { name: "Swap threads" }).click();
  await expect.poll(() => row(page, "send_mail").innerText()).toContain("Added");
  await page.getByLabel("After", { exact: true }).click();
  await page
    .getByPlaceholder("Name, ID or URL of a thread")
    .fill(`${url}/projects/${projectId}/logs/threads/tuesday?view=tree`);
  await page.getByRole("option", { name: "tuesday" }).click();
  await page.getByText("Steps: 4 matched, 0 removed, 0 added").waitFor();
  await page.getByRole("button", { name: "Show only differences" }).click();
  await page.getByText("No differences found").waitFor();
  await goto(`/projects/${projectId}/logs/compare?before=monday&after=unknown`);
  await page.getByRole("alert").filter({ hasText: "Thread not found" }).waitFor();
  await expectAccessible(page);
});

test("on a narrow screen aligned steps have one name, and their comparison opens as a sheet", async () => {
  const { page, goto, projectId } = await openComparison({
    window: { viewport: { width: 390, height: 800 }, colorScheme: "dark" },
  });
  await goto(`/projects/${projectId}/logs/compare?before=monday&after=tuesday`);
  await expect.poll(() => rows(page).count()).toBe(5);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await row(page, "answer").click();
  await expect.poll(() => page.getByRole("dialog").locator("ins").first().innerText()).toBe("Friday");
  await expectAccessible(page);
});

test("the totals include scores, and differences in percent", async () => {
  const { page, goto, projectId, graphql } = await openComparison();
  await graphql(`
    mutation {
      a: createScore(threadId: "monday", name: "tone", type: HUMAN, value: 0.5) {
        id
      }
      b: createScore(stepId: "monday-answer", name: "tone", type: HUMAN, value: 1) {
        id
      }
      c: createScore(stepId: "tuesday-answer", name: "tone", type: HUMAN, value: 0.25) {
        id
      }
      d: createScore(threadId: "tuesday", name: "useful", type: HUMAN, value: 1) {
        id
      }
    }
  `);
  await goto(`/projects/${projectId}/logs/compare?before=monday&after=tuesday`);
  const totals = page.getByRole("region", { name: "Totals" });
  await expect
    .poll(async () => (await totals.getByRole("row").allInnerTexts()).map((text) => text.split(/\s*\t\s*/)))
    .toMatchObject([
      ["", "Steps", "Duration", "Tokens", "Cost", "Errors", "tone", "useful"],
      expect.arrayContaining(["Before", "0.75", "–"]),
      expect.arrayContaining(["After", "0.25", "1"]),
      expect.arrayContaining(["+4 sec (80%)", "+400 (76.9%)", "−0.5"]),
    ]);
  expect(await totals.locator("[data-tone=worse]").last().innerText()).toBe("−0.5");
  await expectAccessible(page);
});
