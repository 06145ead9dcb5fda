import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import type { Ui } from "./browser/open-ui.ts";
import { card, openDashboard } from "./open-dashboard.ts";
import { seedDashboard } from "./seed-dashboard.ts";

interface StoredWidget {
  readonly title: string;
  readonly chart: string;
  readonly metrics: string[];
  readonly groupBy: string | null;
  readonly resource: string | null;
  readonly query: string | null;
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
}

async function storedWidgets(ui: Ui): Promise<StoredWidget[]> {
  const { dashboards } = (await ui.graphql(
    "{ dashboards { widgets { title chart metrics groupBy resource query column row width height } } }",
  )) as { dashboards: { widgets: StoredWidget[] }[] };
  return dashboards[0]?.widgets ?? [];
}

const button = (page: Page | Locator, name: string): Locator => page.getByRole("button", { name, exact: true });

test("a dashboard is created from a template, listed behind the built-in one, and deleted", async () => {
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

test("each kind of chart is drawn, and its values open the records behind them", async () => {
  const ui = await openDashboard();
  const { page, projectId } = ui;
  const id = await seedDashboard(ui);
  await ui.goto(`/projects/${projectId}/dashboard/${id}?range=24h`);
  await expectSoon(() => page.locator("main figure canvas").count()).toBe(4);
  await expectSoon(() => card(page, "Spend").innerText()).toMatch(/\$\d/);
  const costs = card(page, "Cost by model");
  await expectSoon(() => costs.getByRole("link").count()).toBeGreaterThan(0);
  await expectSoon(() => card(page, "Runs, Step errors, Cost by user").getByRole("row").count()).toBeGreaterThan(1);
  await expectAccessible(page);
  const download = async (figure: Locator, title: string, item: string) => {
    await button(figure, `${title}: Download`).press("Enter");
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: item }).press("Enter"),
    ]);
    await page.getByRole("menu").waitFor({ state: "detached" });
    return saved;
  };
  const file = await download(costs, "Cost by model", "Values as CSV");
  const picture = await download(card(page, "Failed tools"), "Failed tools", "Picture as PNG");
  const png = await readFile(await picture.path());
  const shown = await card(page, "Failed tools").boundingBox();
  // The width is in the header.
  expect([png.toString("latin1", 1, 4), png.readUInt32BE(16)]).toEqual(["PNG", 2 * Math.ceil(shown?.width ?? 0)]);
  expect(await readFile(await file.path(), "utf8")).toMatch(/^\uFEFFGroup,Metric,Value\r\ngpt-4o[\w-]*,Cost,0\.\d+/);
  await costs
    .getByRole("link", { name: /gpt-4o/ })
    .first()
    .click();
  await page.waitForURL(`**/projects/${projectId}/logs/generations?**`);
  await expectSoon(() => page.getByRole("button", { name: /^Edit filter/ }).allInnerTexts()).toEqual([
    expect.stringMatching(/^Model is gpt-4o/),
  ]);
  await page.goBack();

  const failed = card(page, "Failed tools");
  await button(failed, "Failed tools: Show as table").press("Enter");
  await failed.getByRole("link").first().press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/steps?**query=**`);
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
  // Fields and values are completed as in the log.
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

test("a chart is dragged by its handle and resized by its corner", async () => {
  const ui = await openDashboard();
  const { page, projectId } = ui;
  const id = await seedDashboard(ui);
  await ui.goto(`/projects/${projectId}/dashboard/${id}?range=24h`);
  await button(page, "Edit").click();
  await page.locator(".react-grid-item").first().waitFor();
  const drag = async (from: Locator, byX: number, byY: number): Promise<void> => {
    const box = await from.boundingBox();
    if (!box) throw new Error("The handle is not in the page.");
    const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x + byX / 2, start.y + byY / 2, { steps: 4 });
    await page.mouse.move(start.x + byX, start.y + byY, { steps: 4 });
    await page.mouse.up();
  };
  const spend = page.locator(".react-grid-item").filter({ has: card(page, "Spend") });
  const box = await spend.boundingBox();
  await drag(spend.locator("[data-drag]"), (box?.width ?? 0) + 12, 0);
  await expectSoon(async () => (await storedWidgets(ui))[0]).toMatchObject({ title: "Spend", column: 3 });
  await drag(spend.locator(".react-resizable-handle"), 0, 104);
  await expectSoon(async () => (await storedWidgets(ui))[0]).toMatchObject({ column: 3, width: 3, height: 5 });
});
