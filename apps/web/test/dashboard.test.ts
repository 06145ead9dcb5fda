import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { createClock, seedLog } from "./seed-log.ts";

const hour = 3_600_000;

/** Project with one thread per hour of the last 24 hours, far from the edges of the queried periods. */
async function openDashboard(path = "dashboard", viewport = { width: 1440, height: 900 }) {
  const clock = createClock(Date.now() - 23.5 * hour);
  const ui = await openUi({
    server: { now: clock.now },
    seed: async (service) => {
      await seedLog(service, { count: 24, clock });
      clock.release();
    },
    path: null,
    window: { viewport },
  });
  await ui.goto(`/projects/${ui.projectId}/${path}`);
  return ui;
}

const card = (page: Page, name: string) => page.getByRole("figure", { name, exact: true });
const tiles = (page: Page) => page.locator("main ul").first().innerText();

/** Expects that all charts are drawn, so that none moves the others. */
async function expectAllDrawn(page: Page): Promise<void> {
  await expectSoon(() => page.locator("main figure canvas").count()).toBe(8);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

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
  // The project is younger than a week.
  expect(await page.getByLabel("Time range", { exact: true }).inputValue()).toBe("24h");
  await page.getByLabel("Time range", { exact: true }).selectOption("1h");
  await expectSoon(() => new URL(page.url()).searchParams.get("range")).toBe("1h");
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+1\s/);
});

test("the dashboard opens in a browser whose language is no valid tag", async () => {
  const { page, context, goto, projectId } = await openUi({
    path: null,
    seed: (service) => seedLog(service, { count: 8 }),
  });
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "language", { get: () => "en-US@posix" });
    Object.defineProperty(navigator, "languages", { get: () => ["en-US@posix"] });
  });
  await goto(`/projects/${projectId}/dashboard`);
  await expectAllDrawn(page);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
});

test("a chart is read as a table, whose values lead to their records, by keyboard alone", async () => {
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

test("tags narrow the figures down to the records that bear one, and lead to them, by keyboard alone", async () => {
  const { page, projectId, graphql } = await openDashboard("dashboard?range=24h");
  await graphql(
    `mutation { ${["0", "2", "3"].map((index) => `a${index}: updateStep(id: "thread-${index}-llm", tags: ["gold"]) { id }`).join(" ")} }`,
  );
  await page.getByRole("button", { name: "Refresh" }).press("Enter");
  await page.reload();
  const choice = page.getByLabel("Tags", { exact: true });
  await expectSoon(() => choice.locator("option").allInnerTexts()).toEqual(["Any tags", "gold", "vip"]);
  await choice.focus();
  await choice.press("g");
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+0[^]*Generations\s+3[^]*Errors\s+1/);
  expect(new URL(page.url()).searchParams.get("tags")).toBe('["gold"]');
  await expectSoon(() => card(page, "Cost by model").locator("figcaption").innerText()).toContain("gpt-4o");
  await expectAccessible(page);
  await card(page, "Cost by model").getByRole("button", { name: "Cost by model: Show as table" }).press("Enter");
  await card(page, "Cost by model").getByRole("link").first().press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/steps?**`);
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBeGreaterThan(0);
  await expectSoon(() => page.getByRole("button", { name: /^Edit filter/ }).allInnerTexts()).toContain(
    "Tags is one of gold",
  );
  await page.goBack();
  await page.getByRole("button", { name: "Remove tag gold" }).press("Enter");
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+2[34]/);
});

test("a drag zooms in, which Back undoes, and a click on a point opens the log of its time", async () => {
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

test("an environment narrows everything down, and scores say that they know none", async () => {
  const { page } = await openDashboard();
  await expectSoon(() => tiles(page)).toMatch(/Generations\s+24/);
  await page.getByLabel("Environment").selectOption("dev");
  await expectSoon(() => tiles(page)).toMatch(/Generations\s+12/);
  await expectSoon(() => page.getByText("Scores have no environment.").count()).toBe(1);
  expect(new URL(page.url()).searchParams.get("environment")).toBe("dev");
});

test("what experiments record is left out until it is asked for, in the figures and in what they lead to", async () => {
  const { page, ingest, projectId } = await openDashboard();
  await ingest([{ id: "tried", type: "run", name: "Experiment Run", environment: "experiment", error: "Wrong" }]);
  await page.reload();
  const choice = page.getByLabel("Environment");
  await expectSoon(() => choice.locator("option").first().innerText()).toBe("Exclude experiments");
  await expectSoon(() => tiles(page)).toMatch(/Runs\s+24/);
  await expectAccessible(page);
  await choice.selectOption("All environments");
  await expectSoon(() => tiles(page)).toMatch(/Runs\s+25/);
  await page.goBack();
  await expectSoon(() => tiles(page)).toMatch(/Runs\s+24/);
  const errors = card(page, "Errors");
  await errors.getByRole("button", { name: "Errors: Show as table" }).press("Enter");
  await errors.getByRole("link").first().press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/steps?**`);
  await expectSoon(() => page.getByRole("button", { name: /^Edit filter/ }).allInnerTexts()).toEqual([
    "Error is set",
    "Environment is not experiment",
  ]);
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBeGreaterThan(0);
});

test("charts use the colors of the theme", async () => {
  const { page } = await openDashboard();
  await expectAllDrawn(page);
  const canvas = card(page, "Volume").locator("canvas");
  const picture = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
  let light = "";
  await expectSoon(async () => {
    const before = light;
    light = await picture();
    return light === before;
  }).toBe(true);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectSoon(async () => (await picture()) === light).toBe(false);
  await page.emulateMedia({ colorScheme: "light" });
  await expectSoon(async () => (await picture()) === light).toBe(true);
});

test("a project without records says so and leads on, and an error has a way out", async () => {
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

test("on a narrow screen the page scrolls in its frame, and nothing is wider than the screen", async () => {
  const { page } = await openDashboard("dashboard", { width: 390, height: 844 });
  await expectAllDrawn(page);
  const sizes = () =>
    page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const frame = document.querySelector("main");
      return { window: scrollHeight - clientHeight, sideways: (frame?.scrollWidth ?? 0) - (frame?.clientWidth ?? 0) };
    });
  await expectSoon(sizes).toEqual({ window: 0, sideways: 0 });
});

test("on a narrow screen each choice can be read", async () => {
  const { page } = await openDashboard("dashboard", { width: 390, height: 800 });
  const choices = page.getByRole("combobox");
  await expectSoon(() => choices.count()).toBeGreaterThan(2);
  const clipped = await choices.evaluateAll((all) =>
    all.flatMap((choice) => {
      const shown = choice.getBoundingClientRect().width;
      choice.style.width = "max-content";
      const wanted = choice.getBoundingClientRect().width;
      choice.style.width = "";
      return shown < wanted - 1 ? [choice.textContent] : [];
    }),
  );
  expect(clipped).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
