import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedLog } from "./seed-log.ts";
import { openDashboard, card, tiles, expectAllDrawn } from "./open-dashboard.ts";

test("the dashboard opens in a browser with an invalid language tag", async () => {
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

test("by keyboard only, a tag filters the figures to its records, and links to them", async () => {
  const { page, projectId, graphql } = await openDashboard("dashboard?range=24h");
  await graphql(
    `mutation { ${["0", "2", "3"].map((index) => `a${index}: updateStep(id: "thread-${index}-llm", tags: ["gold"]) { id }`).join(" ")} }`,
  );
  await page.getByRole("button", { name: "Refresh" }).press("Enter");
  await page.reload();
  const choice = page.getByLabel("Tags", { exact: true });
  await expectSoon(() => choice.innerText()).toBe("Any tags");
  await choice.press("Enter");
  await expectSoon(() => page.getByRole("option").allInnerTexts()).toEqual(["gold", "vip"]);
  const search = page.getByRole("combobox", { name: "Search", exact: true });
  await expectFocus(search);
  await search.fill("go");
  await expectSoon(() => page.getByRole("option").allInnerTexts()).toEqual(["gold"]);
  await page.keyboard.press("Enter");
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+0[^]*Generations\s+3[^]*Errors\s+1/);
  expect(new URL(page.url()).searchParams.get("tags")).toBe('["gold"]');
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expectFocus(choice);
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
  await expectSoon(() => choice.innerText()).toBe("gold");
  await choice.press("Enter");
  await page.getByRole("button", { name: "Clear selection", exact: true }).press("Enter");
  await expectSoon(() => tiles(page)).toMatch(/Threads\s+2[34]/);
});

test("an environment filters all figures, and scores state that they have none", async () => {
  const { page } = await openDashboard();
  await expectSoon(() => tiles(page)).toMatch(/Generations\s+24/);
  await choose(page.getByLabel("Environment"), "dev");
  await expectSoon(() => tiles(page)).toMatch(/Generations\s+12/);
  await expectSoon(() => page.getByText("Scores have no environment.").count()).toBe(1);
  expect(new URL(page.url()).searchParams.get("environment")).toBe("dev");
});

test("records of experiments are excluded by default, in figures and in the lists that they link to", async () => {
  const { page, ingest, projectId } = await openDashboard();
  await ingest([{ id: "tried", type: "run", name: "Experiment Run", environment: "experiment", error: "Wrong" }]);
  await page.reload();
  const choice = page.getByLabel("Environment");
  await expectSoon(() => choice.innerText()).toBe("Exclude experiments");
  await expectSoon(() => tiles(page)).toMatch(/Runs\s+24/);
  await expectAccessible(page);
  await choose(choice, "All environments");
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

test("on a narrow screen each option is legible", async () => {
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
