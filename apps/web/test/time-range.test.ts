import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

function local(day: number, hours = 0, minutes = 0, rest = 0): string {
  return new Date(2026, 2, day, hours, minutes, 0, rest).toISOString();
}

function rangeIn(page: Page): (string | null)[] {
  const { searchParams } = new URL(page.url());
  return [searchParams.get("from"), searchParams.get("to")];
}

async function openPage(path: string, window = {}): Promise<Page> {
  const ui = await openUi({ path: null, window });
  await ui.goto(`/projects/${ui.projectId}/${path}`);
  return ui.page;
}

test("a time range is selected in a calendar, with the times of its first and last day", async () => {
  const page = await openPage(`dashboard?from=${local(5, 8)}&to=${local(9, 16, 30)}`);
  await page.getByRole("button", { name: /^Start and end: Mar 5, 2026.*– Mar 9, 2026/ }).click();
  const calendar = page.getByRole("dialog", { name: "Start and end" });
  const day = (number: number) => calendar.getByRole("button", { name: new RegExp(`March ${number}, 2026$`) });
  await day(11).waitFor();
  expect(await calendar.getByLabel("Start time", { exact: true }).inputValue()).toBe("08:00");
  await expectAccessible(page);
  await day(11).click();
  await day(17).click();
  await calendar.getByLabel("Start time", { exact: true }).fill("09:15");
  await calendar.getByLabel("End time", { exact: true }).fill("");
  await calendar.getByRole("button", { name: "Apply", exact: true }).click();
  const end = new Date(Date.parse(local(18)) - 1).toISOString();
  await expectSoon(() => rangeIn(page)).toEqual([local(11, 9, 15), end]);
  await calendar.waitFor({ state: "detached" });
});

test("by keyboard only, a range is selected in German, with weeks from Monday", async () => {
  const page = await openPage(`logs/threads?from=${local(5)}`, { locale: "de-DE" });
  const button = page.getByRole("button", { name: /^Beginn und Ende: Seit 05\.03\.2026/ });
  await button.press("Enter");
  const calendar = page.getByRole("dialog", { name: "Beginn und Ende" });
  const focused = calendar.locator("button:focus");
  await expectSoon(() => focused.getAttribute("aria-label")).toMatch(/5\. März 2026/);
  expect(await calendar.getByRole("columnheader", { includeHidden: true }).first().innerText()).toMatch(/^M/);
  await page.keyboard.press("ArrowDown");
  await expectSoon(() => focused.getAttribute("aria-label")).toMatch(/12\. März 2026/);
  await page.keyboard.press("Enter");
  await calendar.getByLabel("Ende (Uhrzeit)", { exact: true }).press("Enter");
  await expectSoon(() => rangeIn(page)).toEqual([local(5), new Date(Date.parse(local(13)) - 1).toISOString()]);
});

test("a custom range is asked for, and another choice removes it", async () => {
  const page = await openPage("dashboard");
  const range = page.getByLabel("Time range", { exact: true });
  await choose(range, "Custom range");
  await page.getByRole("button", { name: "Start and end: Select start and end", exact: true }).waitFor();
  expect(rangeIn(page)).toEqual([null, null]);
  await choose(range, "Last hour");
  await expectSoon(() => page.getByRole("button", { name: /^Start and end/ }).count()).toBe(0);
});
