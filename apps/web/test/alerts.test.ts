import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { startReceiver } from "./start-receiver.ts";

test("a channel is created and tested, an alert is previewed, fires, notifies, is silenced and deleted", async () => {
  const { page, goto, projectId, ingest } = await openUi({ path: null, server: { noLogin: true } });
  const receiver = await startReceiver();
  const bad = Date.now() - 3 * 3_600_000;
  await ingest([
    ...Array.from({ length: 12 }, (_, index) => ({
      id: `now-${index}`,
      type: "run",
      name: "answer",
      startTime: new Date(Date.now() - 120_000).toISOString(),
      error: index < 6 ? "broken" : null,
    })),
    ...Array.from({ length: 12 }, (_, index) => ({
      id: `past-${index}`,
      type: "run",
      name: "answer",
      startTime: new Date(bad).toISOString(),
      error: "broken",
    })),
  ]);

  await goto(`/projects/${projectId}/channels`);
  await page.getByText("No channels yet").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "New channel" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("On call");
  await dialog.getByLabel("URL", { exact: true }).fill(receiver.url);
  await dialog.getByLabel("Prompt promoted").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create channel" }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByRole("link", { name: "On call" }).click();
  await page.getByRole("button", { name: "Send test" }).click();
  await page.getByText("Test accepted").waitFor();
  expect(receiver.bodies).toMatchObject([{ type: "test" }]);

  await goto(`/projects/${projectId}/alerts`);
  await page.getByText("No alerts yet").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "New alert" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Errors");
  await page.getByText(/^Would have fired/).waitFor();
  await page.getByRole("checkbox", { name: "On call" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create alert" }).click();
  await page.getByRole("heading", { name: "Errors", level: 1 }).waitFor();
  await expect
    .poll(() => receiver.bodies.at(-1), { timeout: 30_000 })
    .toMatchObject({
      type: "alert.changed",
      title: "Alert firing: Errors",
    });
  await page.getByRole("region", { name: "History" }).getByText("Firing").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Silence" }).click();
  await page.getByRole("menuitem", { name: "For 1 hour" }).click();
  await page.getByText(/^Silenced until/).waitFor();
  await page.getByRole("button", { name: "End silence" }).click();
  await page.getByRole("button", { name: "Silence" }).waitFor();

  await goto(`/projects/${projectId}/channels`);
  await page.getByRole("link", { name: "On call" }).click();
  await page.getByRole("region", { name: "Deliveries" }).getByText("Delivered").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Resend" }).click();
  await expect.poll(() => receiver.bodies.length, { timeout: 30_000 }).toBe(3);

  await goto(`/projects/${projectId}/alerts`);
  await page.getByRole("link", { name: "Errors" }).click();
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No alerts yet").waitFor();
}, 240_000);

test("a budget is an alert on the cost of a calendar month", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await goto(`/projects/${projectId}/alerts`);
  await page.getByRole("link", { name: "New budget" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Month");
  await choose(page.getByLabel("Period", { exact: true }), "Today (UTC)");
  await page.getByLabel("Threshold", { exact: true }).fill("25");
  await page.getByText("Would not have fired.").waitFor();
  expect(await page.getByRole("checkbox", { name: "Also notify at 50 and 80% of the threshold" }).isChecked()).toBe(
    true,
  );
  await page.getByRole("button", { name: "Create alert" }).click();
  await page.getByRole("heading", { name: "Month", level: 1 }).waitFor();
  expect(await graphql("{ alerts { metric kind threshold period includesExperiments warnsEarly isOn } }")).toEqual({
    alerts: [
      {
        metric: "cost",
        kind: "ABOVE",
        threshold: 25,
        period: "CALENDAR_DAY",
        includesExperiments: true,
        warnsEarly: true,
        isOn: true,
      },
    ],
  });
});

test("an alert is created from a chart, and its records open from its page and its history", async () => {
  const { page, goto, projectId, ingest } = await openUi({ path: null, server: { noLogin: true } });
  await ingest(
    Array.from({ length: 12 }, (_, index) => ({
      id: `step-${index}`,
      type: "run",
      name: "answer",
      startTime: new Date(Date.now() - 120_000).toISOString(),
      error: index === 0 ? "broken" : null,
    })),
  );
  await goto(`/projects/${projectId}/dashboard`);
  await page.getByRole("link", { name: "Errors: Create alert", exact: true }).click();
  await page.getByRole("combobox", { name: "Metric", exact: true }).getByText("Step errors", { exact: true }).waitFor();
  await page.getByText("A number from 0 to 1. The entered value is 5%.", { exact: true }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("From a chart");
  await page.getByRole("button", { name: "Create alert", exact: true }).click();
  await page.getByRole("heading", { name: "From a chart", level: 1 }).waitFor();
  const records = page.getByRole("region", { name: "History" }).getByRole("link");
  await records.first().waitFor();
  await page.getByRole("link", { name: "View records", exact: true }).click();
  await page.waitForURL(/\/logs\/steps\?/);
  await page.getByText("Error is set", { exact: true }).waitFor();
  const { searchParams } = new URL(page.url());
  expect(Date.parse(searchParams.get("to") ?? "") - Date.parse(searchParams.get("from") ?? "")).toBe(3_600_000);
});
