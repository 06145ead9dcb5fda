import type { Locator } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { findChromium } from "./browser/find-chromium.ts";
import type { Ui } from "./browser/open-ui.ts";
import { launchBrowser } from "./browser/shared-browser.ts";
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

const scoreNames = ["meets-each-wish", "names-a-figure", "names-next-step", "request-met", "user-feedback"];

/** Adds 60 steps and five scores to each of the two threads. */
async function addManySteps({ graphql, ingest }: Ui): Promise<void> {
  const startTime = "2026-03-06T12:00:00.000Z";
  const steps = ["monday", "tuesday"].flatMap((threadId) =>
    Array.from({ length: 60 }, (_, index) => ({
      id: `${threadId}-more-${index}`,
      threadId,
      type: "tool",
      name: `more-${index}`,
      startTime: new Date(Date.parse(startTime) + index).toISOString(),
    })),
  );
  await ingest(steps);
  const scores = ["monday", "tuesday"].flatMap((id, at) =>
    scoreNames.map(
      (name, index) => `s${at}${index}: createScore(threadId: "${id}", name: "${name}", type: HUMAN,
      value: ${at === 0 ? 0.25 : 0.125}) { id }`,
    ),
  );
  await graphql(`mutation { ${scores.join(" ")} }`);
}

const rightOfText = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return Math.round(range.getBoundingClientRect().right);
  });

test("with scrollbars, the heads are above their values, and the totals with five scores fit", async () => {
  const installed = findChromium();
  if (installed === null) throw new Error("There is no browser");
  const browser = await launchBrowser(installed, { ignoreDefaultArgs: ["--hide-scrollbars"] });
  onTestFinished(() => browser.close());
  const ui = await openComparison({ browser, window: { viewport: { width: 1366, height: 768 } } });
  const { page, goto, projectId } = ui;
  await addManySteps(ui);
  await goto(`/projects/${projectId}/logs/compare?before=monday&after=tuesday`);
  const list = page.getByRole("listbox", { name: "Steps of both threads" });
  await row(page, "answer").getByText("+400").waitFor();
  expect(await list.evaluate(({ offsetWidth, clientWidth }: HTMLElement) => offsetWidth - clientWidth)).toBe(15);
  const heads = page.locator("[aria-hidden=true]");
  for (const [name, value] of [
    ["Tokens", "+400"],
    ["Duration", "+4 sec"],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await rightOfText(heads.getByText(name, { exact: true }))).toBe(
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await rightOfText(row(page, "answer").getByText(value)),
    );
  }
  const totals = page.getByRole("region", { name: "Totals" });
  await totals.getByText("user-feedback").waitFor();
  expect(await totals.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test("on a narrow screen the differences of all totals are in view, and the steps scroll with the page", async () => {
  const ui = await openComparison({ window: { viewport: { width: 390, height: 844 } } });
  const { page, goto, projectId } = ui;
  await addManySteps(ui);
  await goto(`/projects/${projectId}/logs/compare?before=monday&after=tuesday`);
  const totals = page.getByRole("region", { name: "Totals" });
  await expect
    .poll(async () => (await totals.getByRole("row").allInnerTexts()).map((text) => text.split(/\s*\t\s*/)))
    .toEqual(
      expect.arrayContaining([
        ["Tokens", "520", "920", "+76.9%"],
        ["user-feedback", "0.25", "0.13", "−0.12"],
      ]),
    );
  expect(await totals.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const list = page.getByRole("listbox", { name: "Steps of both threads" });
  expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await row(page, "more-59").waitFor();
  expect(await row(page, "more-59").evaluate((last) => last.getBoundingClientRect().bottom)).toBeLessThan(845);
  expect(await page.getByRole("button", { name: "Show only differences" }).isVisible()).toBe(true);
  const button = await page.getByRole("button", { name: "Show only differences" }).boundingBox();
  expect(button?.y).toBeGreaterThan(0);
  await list.focus();
  await page.keyboard.press("Home");
  await page.getByRole("dialog").waitFor();
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
  // Scores are neutral until their schemas have loaded.
  await expect.poll(() => totals.locator("[data-tone=worse]").last().innerText()).toBe("−0.5");
  await expectAccessible(page);
});
