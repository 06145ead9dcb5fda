import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { hour, openDashboard, card, tiles, expectAllDrawn } from "./open-dashboard.ts";

/** Positions at a quarter and half of the first chart's time axis. */
async function placesOnPlot(page: Page) {
  await expectAllDrawn(page);
  const plot = card(page, "Volume").locator(".u-over");
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (!box) throw new Error("The plot is not in the page.");
  const at = (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 });
  return [at(0.25), at(0.5)] as const;
}

test("figures show the change from the previous period, each chart has a text summary, and axe reports nothing", async () => {
  const { page } = await openDashboard();
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+24[^]*Generations\s+24[^]*Active users\s+2[^]*Errors\s+12/);
  await expectSoon(() => card(page, "Tokens").locator("figcaption").innerText()).toContain("Input: total 2,400");
  await expectSoon(() => card(page, "Cost by model").innerText()).toContain("gpt-4o");
  await expectSoon(() => card(page, "Average scores").innerText()).toMatch(/helpful\s+0.5/);
  await expectAccessible(page);
  // The project is less than a week old.
  expect(await page.getByLabel("Time range", { exact: true }).innerText()).toBe("Last 24 hours");
  await choose(page.getByLabel("Time range", { exact: true }), "Last hour");
  await expectSoon(() => new URL(page.url()).searchParams.get("range")).toBe("1h");
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+1\s/);
});

test("by keyboard only, a chart is read as a table, whose values link to their records", async () => {
  const { page, projectId } = await openDashboard("dashboard?range=24h");
  const errors = card(page, "Errors");
  await errors.getByRole("button", { name: "Errors: Show as table" }).press("Enter");
  const link = errors.getByRole("link").first();
  await expectSoon(() => link.innerText()).toBe("2");
  await expectAccessible(page);
  await link.press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/steps?**`);
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBe(2);
  await expectSoon(() => page.getByRole("button", { name: /^Edit filter/ }).allInnerTexts()).toEqual(["Error is set"]);
});

test("dragging zooms in, Back zooms out, and a click on a point opens the log of its time", async () => {
  const { page, projectId } = await openDashboard("dashboard?range=24h");
  const [quarter, half] = await placesOnPlot(page);
  await page.mouse.move(quarter.x, quarter.y);
  await page.mouse.down();
  await page.mouse.move(half.x, half.y, { steps: 5 });
  await page.mouse.up();
  await page.waitForURL("**/dashboard?**from=**");
  const { searchParams } = new URL(page.url());
  const length = Date.parse(searchParams.get("to") ?? "") - Date.parse(searchParams.get("from") ?? "");
  expect(length / hour).toBeGreaterThan(4);
  expect(length / hour).toBeLessThan(8);
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+[5-8]\s/);
  await page.goBack();
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+2[345]\s/);
  const [, point] = await placesOnPlot(page);
  await page.mouse.click(point.x, point.y);
  await page.waitForURL(`**/projects/${projectId}/logs/*?**from=**`);
});

test("a project without records has an empty state, an error has a retry, and a missing permission is named", async () => {
  const ui = await openUi({ path: null });
  await ui.goto(`/projects/${ui.projectId}/dashboard`);
  const { page, context } = ui;
  await expectSoon(() => page.getByRole("heading", { name: "No data in this period" }).count()).toBe(1);
  await expectAccessible(page);
  let code = "INTERNAL";
  await context.route("**/api/graphql", (route) =>
    route.request().postData()?.includes("dashboardSeries")
      ? route.fulfill({ json: { data: null, errors: [{ message: "Not now", extensions: { code } }] } })
      : route.fallback(),
  );
  await page.reload();
  await expectSoon(() => page.getByRole("alert").innerText()).toMatch(/Could not load\s+Not now\s+Try again/);
  code = "FORBIDDEN";
  await page.reload();
  await expectSoon(() => page.getByRole("alert").innerText()).toContain("You do not have permission to view this");
});
