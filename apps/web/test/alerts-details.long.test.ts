import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

const day = 86_400_000;

test("a budget is an alert on the cost of a calendar month", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await goto(`/projects/${projectId}/alerts`);
  await page.getByRole("link", { name: "New budget" }).click();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Cost budget");
  expect(await page.getByLabel("Minimum duration", { exact: true }).isVisible()).toBe(false);
  await page.getByText("Advanced", { exact: true }).click();
  await page.getByLabel("Minimum duration", { exact: true }).waitFor();
  await page.getByLabel("Recovery value", { exact: true }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Month");
  await choose(page.getByLabel("Period", { exact: true }), "Today (UTC)");
  await page.getByLabel("Threshold", { exact: true }).fill("25");
  await page.getByText("The alert would not have fired.").waitFor();
  expect(await page.getByRole("checkbox", { name: "Also notify at 50% and 80% of the threshold" }).isChecked()).toBe(
    true,
  );
  await page.getByRole("button", { name: "Create budget" }).click();
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

test("a new budget shows the cost so far, and whether the threshold was reached", async () => {
  // Sets the clock to noon, so that the date does not change during the test.
  const untilNoon = day / 2 - (Date.now() % day);
  const now = (): number => Date.now() + untilNoon;
  const { page, goto, projectId, ingest } = await openUi({ path: null, server: { now } });
  const generation = { model: "gpt-4o", inputTokenCount: 1_000_000, outputTokenCount: 1_000_000 };
  const startTime = new Date(now() - 120_000).toISOString();
  await ingest([{ id: "call", type: "llm", startTime, generation }]);
  await goto(`/projects/${projectId}/alerts/new?budget=true`);
  const summary = page.getByRole("region", { name: "This month (UTC)", exact: true });
  await summary.getByText("$12.50", { exact: true }).first().waitFor();
  await summary.getByText("Enter a threshold to see when it is reached.", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByLabel("Threshold", { exact: true }).fill("10");
  await summary.getByText("$12.50 of $10.00 (125%)", { exact: true }).waitFor();
  await summary.getByText(/^The threshold was reached on /u).waitFor();
  await page.getByText(/^The alert would have fired once\./u).waitFor();
  await expectAccessible(page);
  await choose(page.getByLabel("Period", { exact: true }), "Today (UTC)");
  await page
    .getByRole("region", { name: "Today (UTC)", exact: true })
    .getByText("Yesterday", { exact: true })
    .waitFor();
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
  await page
    .getByRole("combobox", { name: "Metric", exact: true })
    .getByText("Step error rate", { exact: true })
    .waitFor();
  expect(await page.getByLabel("Threshold", { exact: true }).inputValue()).toBe("5");
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

test("a budget is limited to an API key, which is chosen by its name", async () => {
  const { page, goto, projectId, graphql, ingest } = await openUi({ path: null });
  const generation = { model: "gpt-4o", inputTokenCount: 1_000_000, outputTokenCount: 1_000_000 };
  // The newest period ends with the last multiple of five minutes.
  const startTime = new Date(Math.floor(Date.now() / 300_000) * 300_000 - 1).toISOString();
  await ingest([{ id: "call", type: "llm", startTime, generation }]);
  await goto(`/projects/${projectId}/alerts`);
  await page.getByRole("link", { name: "New budget", exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Application");
  await page.getByLabel("Threshold", { exact: true }).fill("25");
  await page.getByRole("button", { name: "Add filter", exact: true }).click();
  await choose(page.getByLabel("Field", { exact: true }), "API key");
  await choose(page.getByLabel("Values, comma-separated", { exact: true }), "preset key");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await page.getByText("The alert would not have fired.").waitFor();
  await page.getByRole("button", { name: "Create budget", exact: true }).click();
  await page.getByRole("heading", { name: "Application", level: 1 }).waitFor();
  await page.getByText("API key is one of preset key", { exact: true }).waitFor();
  await expect
    .poll(() => graphql("{ alerts { resource value filters { field operator value } } }"), { timeout: 30_000 })
    .toEqual({
      alerts: [
        {
          resource: "generations",
          value: 12.5,
          filters: [{ field: "apiKey", operator: "in", value: ["preset key"] }],
        },
      ],
    });
  await page.getByRole("link", { name: "View records", exact: true }).click();
  await page.waitForURL(/\/logs\/generations\?/);
  await page
    .getByRole("complementary", { name: "Facets", exact: true })
    .getByRole("group", { name: "API key" })
    .waitFor();
});

test("a preview says how long its period is", async () => {
  const { page, goto, projectId } = await openUi({ path: null });
  // Simulates a project whose older records are only counted per hour.
  await page.route("**/api/graphql*", async (route) => {
    if (!route.request().postData()?.includes("FIVE_MINUTES")) return route.fallback();
    const response = await route.fetch();
    const json = (await response.json()) as { data?: { alertPreview?: { from: string; times: string[] } } };
    const preview = json.data?.alertPreview;
    const end = preview?.times.at(-1);
    if (preview && end !== undefined) preview.from = new Date(Date.parse(end) - 2 * 86_400_000).toISOString();
    return route.fulfill({ response, json });
  });
  await goto(`/projects/${projectId}/alerts/new`);
  await page.getByRole("heading", { name: "Preview: last 30 days", exact: true }).waitFor();
  await choose(page.getByLabel("Period", { exact: true }), "Last 5 minutes");
  await page.getByRole("heading", { name: "Preview: last 2 days", exact: true }).waitFor();
  await page.getByText("Older data is aggregated by hour, so the preview cannot cover it.").waitFor();
  await expectAccessible(page);
});

test("a new alert without a threshold asks for it in the place of the preview", async () => {
  const { page, goto, projectId } = await openUi({ path: null });
  const previews: string[] = [];
  page.on("request", (request) => {
    if (request.postData()?.includes("alertPreview")) previews.push(request.url());
  });
  await goto(`/projects/${projectId}/alerts/new?metric=threadCount`);
  await page.getByText("Enter a threshold to see the preview.", { exact: true }).waitFor();
  await expectAccessible(page);
  const threshold = page.getByLabel("Threshold", { exact: true });
  expect(await threshold.getAttribute("aria-invalid")).toBeNull();
  await threshold.focus();
  await threshold.blur();
  await page.getByText("Enter a number", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Create alert", exact: true }).click();
  await page.getByText("Threshold must be a number.", { exact: true }).waitFor();
  expect(previews).toEqual([]);
  await threshold.fill("5");
  await page.getByText("Enter a number", { exact: true }).waitFor({ state: "detached" });
  await page
    .getByText("The metric has no values in these periods.")
    .or(page.getByText("The alert would not have fired."))
    .waitFor();
  await page.getByLabel("Recovery value", { exact: true }).fill("low");
  await page.getByText("To see the preview, enter a number for “Recovery value”.", { exact: true }).waitFor();
});

test("a channel is created in a new tab, and a new alert keeps its entries and then offers the channel", async () => {
  const { page, goto, projectId } = await openUi({ path: null, server: { noLogin: true } });
  await goto(`/projects/${projectId}/alerts/new`);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Errors");
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Create a channel" }).click(),
  ]);
  await tab.getByRole("button", { name: "New channel" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("On call");
  await dialog.getByLabel("URL", { exact: true }).fill("http://127.0.0.1:9/");
  await dialog.getByRole("button", { name: "Create channel" }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await tab.close();
  // Headless browsers show all tabs at once, so no tab reports that it is shown again.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await page.getByRole("checkbox", { name: "On call" }).check();
  expect(await name.inputValue()).toBe("Errors");
  await expectAccessible(page);
});

test("a deletion returns to the list, even if the page reloads before the response arrives", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  const { createAlert } = (await graphql(
    'mutation { createAlert(alert: { name: "Errors", metric: errorCount, kind: ABOVE, threshold: 1, period: HOUR }) { id } }',
  )) as { createAlert: { id: string } };
  await goto(`/projects/${projectId}/alerts/${createAlert.id}`);
  await page.route("**/api/graphql", async (route) => {
    if (route.request().postData()?.includes("deleteAlert") !== true) return route.fallback();
    const response = await route.fetch();
    await page.getByRole("heading", { name: "Alert not found" }).waitFor();
    return route.fulfill({ response });
  });
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No alerts yet").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/projects/${projectId}/alerts`);
});

test("on a phone, the trend of an alert stays in its cell", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    window: { viewport: { width: 390, height: 844 } },
    async seed({ graphql, ingest }) {
      await graphql(`
        mutation {
          createAlert(alert: { name: "Errors", metric: errorCount, kind: ABOVE, threshold: 1, period: HOUR }) {
            id
          }
        }
      `);
      await ingest([{ id: "run", type: "run", error: "Timeout" }]);
    },
  });
  await goto(`/projects/${projectId}/alerts`);
  const cell = page.getByRole("cell").filter({ has: page.locator("svg polyline") });
  await cell.first().waitFor();
  const [box, curve] = await Promise.all([cell.first().boundingBox(), cell.first().locator("svg").boundingBox()]);
  expect((curve?.x ?? Infinity) + (curve?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
});

test("on a touch screen, the error of a number appears after the tap that leaves its field", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    window: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  });
  await goto(`/projects/${projectId}/model-prices`);
  await page.getByRole("button", { name: "New price", exact: true }).tap();
  const dialog = page.getByRole("dialog");
  const input = dialog.getByLabel("Input", { exact: true });
  await input.tap();
  await page.keyboard.type("much");
  expect(await input.getAttribute("aria-invalid")).toBeNull();
  await dialog.getByRole("heading", { name: "New price" }).tap();
  await expectSoon(() => input.getAttribute("aria-invalid")).toBe("true");
});
