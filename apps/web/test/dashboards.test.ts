import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { card, openDashboard } from "./open-dashboard.ts";
import { storedWidgets, button } from "./stored-widgets.ts";

test("a dashboard is created from a template, listed after the built-in one, and deleted", async () => {
  const ui = await openDashboard();
  const { page } = ui;
  await page.getByRole("link", { name: "All dashboards" }).click();
  await button(page, "New dashboard").click();
  await choose(page.getByLabel("Template", { exact: true }), "Cost");
  await button(page, "Create").click();
  await page.getByRole("heading", { name: "Cost", level: 1 }).waitFor();
  await expectSoon(() => card(page, "Cost by model").locator("canvas").count()).toBe(1);
  await expectSoon(() => card(page, "Tokens").innerText()).toContain("2,880");
  await expectAccessible(page);
  expect(await storedWidgets(ui)).toHaveLength(8);

  // The editor never lays out a chart outside of the page, not even at first.
  await page.evaluate(() => {
    const overflows: number[] = [];
    Object.assign(globalThis, { overflows });
    const look = (): void => {
      const grid = document.querySelector(".react-grid-layout");
      const right = grid?.parentElement?.getBoundingClientRect().right ?? 0;
      for (const item of grid?.children ?? []) overflows.push(Math.round(item.getBoundingClientRect().right - right));
      requestAnimationFrame(look);
    };
    look();
  });
  await button(page, "Edit").click();
  await button(page, "Actions: Tokens").waitFor();
  const overflows = () => page.evaluate(() => (globalThis as unknown as { readonly overflows: number[] }).overflows);
  await expectSoon(async () => (await overflows()).length).toBeGreaterThan(100);
  expect(Math.max(...(await overflows()))).toBeLessThanOrEqual(0);
  await button(page, "Done").click();

  await page.getByRole("link", { name: "Dashboards", exact: true }).click();
  const names = (): Promise<string[]> => page.locator("tbody a[data-row]").allInnerTexts();
  await expectSoon(names).toEqual(["Overview", "Cost"]);
  await expectAccessible(page);
  await button(page, "Duplicate Cost").click();
  await page.getByRole("heading", { name: "Copy of Cost", level: 1 }).waitFor();
  await button(page, "Actions: Copy of Cost").click();
  await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await button(page.getByRole("dialog"), "Delete").click();
  await expectSoon(names).toEqual(["Overview", "Cost"]);
});

test("the values of a dashboard are requested while the code of its page loads, and not for a pointed link", async () => {
  const ui = await openDashboard();
  const { page, projectId } = ui;
  await ui.graphql(`mutation { createDashboard(dashboard: { name: "Mine", widgets: [
    { title: "Tokens", chart: number, metrics: [tokenCount], column: 0, row: 0, width: 3, height: 2 }
    { title: "Cost by model", chart: line, metrics: [cost], groupBy: model, column: 3, row: 0, width: 6, height: 4 }
  ] }) { id } }`);
  // A new minute would change the period, and the page would request the values again.
  await page.clock.setFixedTime(new Date());
  await ui.goto(`/projects/${projectId}/dashboard/list`);
  const link = page.getByRole("link", { name: "Mine", exact: true });
  await link.waitFor();
  const code = Promise.withResolvers<void>();
  await page.route(/own-dashboard-page-[^/]*\.js/, async (route) => {
    await code.promise;
    await route.continue();
  });
  const requested: string[] = [];
  const count = (name: string): number => requested.filter((body) => body.includes(`query ${name}`)).length;
  page.on("request", (request) => requested.push(request.postData() ?? ""));
  await link.hover();
  await expectSoon(async () => count("dashboardDetail")).toBe(1);
  expect(count("dashboardSeries")).toBe(0);
  await link.press("Enter");
  // Two periods of the number, and one of the line.
  await expectSoon(async () => count("dashboardSeries")).toBe(3);
  expect(await page.getByRole("heading", { name: "Mine", level: 1 }).count()).toBe(0);
  code.resolve();
  await expectSoon(() => card(page, "Tokens").innerText()).toContain("2,880");
  await expectSoon(() => card(page, "Cost by model").locator("canvas").count()).toBe(1);
  expect(count("dashboardSeries")).toBe(3);
});

test("a range in the URL of a dashboard needs no oldest record", async () => {
  const ui = await openDashboard();
  const { page, projectId } = ui;
  const { createDashboard } = (await ui.graphql(
    'mutation { createDashboard(dashboard: { name: "Mine" }) { id } }',
  )) as {
    createDashboard: { id: string };
  };
  await page.goto("about:blank"); // ends the requests of the page before
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.postData() ?? ""));
  await ui.goto(`/projects/${projectId}/dashboard/${createDashboard.id}?range=7d`);
  await page.getByRole("heading", { name: "Mine", level: 1 }).waitFor();
  expect(requested.filter((body) => body.includes("query dashboardDetail")).length).toBeGreaterThan(0);
  expect(requested.filter((body) => body.includes("query firstRecord"))).toEqual([]);
});

test("the built-in dashboard adds a chart to a chosen dashboard, or to a new one", async () => {
  const { page, graphql, goto, projectId } = await openDashboard();
  await graphql('mutation { one: createDashboard(dashboard: { name: "Mine" }) { id } }');
  await graphql('mutation { other: createDashboard(dashboard: { name: "Ours" }) { id } }');
  await goto(`/projects/${projectId}/dashboard`);
  await button(page, "Add chart").press("Enter");
  await expectSoon(() => page.getByRole("menuitem").allInnerTexts()).toEqual(["Mine", "Ours", "New dashboard"]);
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Ours", exact: true }).click();
  await page.getByRole("dialog", { name: "Add chart", exact: true }).waitFor();
  await page.getByRole("heading", { name: "Ours", level: 1, includeHidden: true }).waitFor();
  expect(new URL(page.url()).hash).toBe("");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await goto(`/projects/${projectId}/dashboard`);
  await button(page, "Add chart").click();
  await page.getByRole("menuitem", { name: "New dashboard", exact: true }).click();
  await page.getByRole("dialog", { name: "New dashboard", exact: true }).waitFor();
});

test("by keyboard, a chart is added, changed, moved, resized, deleted and restored", async () => {
  const ui = await openDashboard();
  const { page, projectId } = ui;
  await ui.graphql('mutation { createDashboard(dashboard: { name: "Mine" }) { id } }');
  await ui.goto(`/projects/${projectId}/dashboard/list`);
  await page.getByRole("link", { name: "Mine", exact: true }).press("Enter");
  await button(page, "Add chart").first().press("Enter");
  const dialog = page.getByRole("dialog");
  await expectSoon(() => dialog.locator("canvas").count()).toBe(1);
  await expectAccessible(page);
  await dialog.getByLabel("Filter", { exact: true }).fill("nothing:1");
  await expectSoon(() => dialog.getByRole("alert").innerText()).toContain("nothing");
  expect(await button(dialog, "Add").isDisabled()).toBe(true);
  // The filter field completes names and values, like the log's search box.
  await dialog.getByLabel("Filter", { exact: true }).fill("mode");
  await dialog.getByRole("option", { name: /^model/ }).click();
  await page.keyboard.type("gpt-4o");
  expect(await dialog.getByLabel("Filter", { exact: true }).inputValue()).toBe("model:gpt-4o");
  await dialog.getByLabel("Title", { exact: true }).fill("Spend");
  await button(dialog, "Add").press("Enter");
  const place = { column: 0, row: 0, width: 6, height: 5 };
  const spend = { title: "Spend", chart: "line", metrics: ["cost"], resource: "generations", query: "model:gpt-4o" };
  await expectSoon(() => storedWidgets(ui)).toEqual([{ ...spend, groupBy: "model", ...place }]);

  const handle = page.getByRole("button", { name: /^Move Spend/ });
  await handle.press("ArrowRight");
  await handle.press("Shift+ArrowRight");
  await handle.press("Shift+ArrowDown");
  await expectSoon(() => storedWidgets(ui)).toMatchObject([{ column: 1, width: 7, height: 6 }]);
  await expectSoon(() => page.getByText("Column 2, row 1, 7 columns wide, 6 rows high").count()).toBe(1);

  await button(page, "Actions: Spend").press("Enter");
  await page.getByRole("menuitem", { name: "Edit", exact: true }).press("Enter");
  await choose(dialog.getByLabel("Chart", { exact: true }), "Number");
  await expectSoon(() => dialog.getByLabel("Split by", { exact: true }).count()).toBe(0);
  await button(dialog, "Save").press("Enter");
  await expectSoon(() => storedWidgets(ui)).toMatchObject([{ chart: "number", groupBy: null }]);

  await button(page, "Actions: Spend").press("Enter");
  await page.getByRole("menuitem", { name: "Delete", exact: true }).press("Enter");
  await expectSoon(() => storedWidgets(ui)).toEqual([]);
  await button(page, "Undo").press("Enter");
  await expectSoon(() => storedWidgets(ui)).toMatchObject([{ title: "Spend" }]);
  await button(page, "Done").press("Enter");
  await page.reload();
  await expectSoon(() => card(page, "Spend").innerText()).toMatch(/\$\d/);
});
