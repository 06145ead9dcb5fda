import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { local, rangeIn, openPage } from "./time-range-page.ts";

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

test("the keyboard reaches the dates of a custom range before the list of ranges, as they are shown", async () => {
  const page = await openPage(`logs/threads?from=${local(5)}`);
  const range = page.getByLabel("Time range", { exact: true });
  const dates = page.getByRole("button", { name: /^Start and end/ });
  await dates.focus();
  const places = await Promise.all([dates, range].map(async (each) => (await each.boundingBox())?.x ?? 0));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  await page.keyboard.press("Tab");
  await expectSoon(() => range.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("choosing a custom range shows its fields, and another choice hides them", async () => {
  const page = await openPage("dashboard");
  const range = page.getByLabel("Time range", { exact: true });
  await choose(range, "Custom range");
  await page.getByRole("button", { name: "Start and end: Select start and end", exact: true }).waitFor();
  expect(rangeIn(page)).toEqual([null, null]);
  await choose(range, "Last hour");
  await expectSoon(() => page.getByRole("button", { name: /^Start and end/ }).count()).toBe(0);
});
