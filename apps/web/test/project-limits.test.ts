import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

test("an owner sets the limits of the project; a shorter retention is confirmed", async () => {
  const { page, goto, projectId, graphql, ingest } = await openUi({ path: null, server: { retentionDays: 90 } });
  const step = { id: "s", threadId: "t", type: "llm", startTime: new Date().toISOString() };
  await ingest([{ ...step, generation: { inputTokenCount: 1_200, outputTokenCount: 34 } }]);
  await goto(`/projects/${projectId}/settings/usage`);
  const month = page.getByRole("region", { name: "Usage by month" }).getByRole("row").nth(1);
  await expect
    .poll(async () => (await month.innerText()).replaceAll(/\s+/g, " ").trim())
    .toMatch(/^\w+ \d{4} so far 1 1 1 1,234 –$/);
  const days = page.getByRole("region", { name: "Last 30 days", exact: true });
  await days.getByRole("button", { name: "Tokens", exact: true }).click();
  await days.getByText("1,234 in total, 41 per day").waitFor();
  expect(await days.getByRole("link").last().getAttribute("aria-label")).toMatch(/: 1,234$/);
  await days.getByRole("link").last().hover();
  await days
    .getByText(/: 1,234$/)
    .last()
    .waitFor();
  const storage = page.getByRole("heading", { name: "Storage", exact: true }).locator("..");
  await expect.poll(() => storage.innerText(), { timeout: 15_000 }).toContain("No limit. Measured at");
  const today = page.getByRole("heading", { name: "Steps today" }).locator("..");
  await expect.poll(() => today.innerText()).toMatch(/^Steps today\s+1\s+No limit/);
  const retention = page.getByLabel("Retention in days");
  const save = page.getByRole("button", { name: "Save limits" });
  await retention.fill("-5");
  await page.getByText("Enter a number greater than 0, or leave the field empty.").waitFor();
  await retention.fill("1.5");
  await page.getByText("Enter a whole number, or leave the field empty.").waitFor();
  await retention.fill("91");
  await page.getByText("Enter a number up to 90, or leave the field empty.").waitFor();
  expect(await save.isDisabled()).toBe(true);
  await expectAccessible(page);
  await retention.fill("30");
  await page.getByLabel("Steps per day").fill("1000");
  await page.getByLabel("Storage in GiB").fill("0,5");
  await save.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "Delete records older than 30 days?" }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save limits" }).click();
  await page.getByText("0 of 1,000").waitFor();
  await expectSoon(() => storage.innerText()).toMatch(/of 0\.5 GiB/);
  // The measurement that the quota started is shown without a reload.
  await expectSoon(() => storage.innerText()).toContain("Size measured at");
  await page.getByText("30 days", { exact: true }).waitFor();
  const own = { retentionDays: 30, stepsPerDay: 1_000, storedBytes: 2 ** 29 };
  const query = "{ projectUsage { own { retentionDays stepsPerDay storedBytes } } }";
  expect(await graphql(query)).toEqual({ projectUsage: { own } });

  // A longer retention deletes nothing, so it needs no confirmation.
  await retention.fill("");
  await save.click();
  await page.getByText("90 days", { exact: true }).waitFor();
  expect(await graphql(query)).toEqual({ projectUsage: { own: { ...own, retentionDays: null } } });
});
