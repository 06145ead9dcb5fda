import { expect, test } from "vitest";
import { expectSoon } from "./browser/expect-soon.ts";
import { hour, start, range, openHistogram, histogram, bars, filled, times } from "./open-histogram.ts";
import { rows } from "./open-log.ts";

test("the histogram is used by keyboard, and a query applies to it", async () => {
  const { page, goto } = await openHistogram(`logs/threads?${range}`);
  await goto(`logs/threads?${range}&query=${encodeURIComponent("status:error OR tag:even")}`);
  await expectSoon(() => filled(page).then((all) => all.length)).toBe(9);
  await bars(page).first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  for (let index = 0; index < 16; index += 1) await page.keyboard.press("Shift+ArrowRight");
  await expectSoon(() => histogram(page).locator("[aria-selected=true]").count()).toBe(17);
  await page.getByText("Nov 20, 12:00 – 4:15 PM: 4 records, 1 with an error").waitFor();
  await page.keyboard.press("Escape");
  await expectSoon(() => histogram(page).locator("[aria-selected=true]").count()).toBe(0);
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Enter");
  await expectSoon(() => rows(page).count()).toBe(1);
  expect(times(page)).toEqual([
    new Date(start + 3.75 * hour).toISOString(),
    new Date(start + 4.25 * hour).toISOString(),
  ]);
  // A bar of the new range has the focus.
  await expectSoon(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("option");
});

test("a hidden histogram stays hidden, and bars of the previous search are marked as stale", async () => {
  const { page } = await openHistogram("logs/threads");
  await expectSoon(() => filled(page).then((all) => all.length)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Histogram", exact: true }).click();
  await histogram(page).waitFor({ state: "detached" });
  await page.reload();
  await expectSoon(() => rows(page).count()).toBe(12);
  expect(await histogram(page).count()).toBe(0);
  await page.getByRole("button", { name: "Histogram", exact: true }).click();
  await expectSoon(() => filled(page).then((all) => all.length)).toBeGreaterThan(0);

  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/graphql", async (route) => {
    if (route.request().postData()?.includes("logHistogram")) await held;
    await route.fallback();
  });
  await page.getByRole("searchbox").first().fill("nothing like this");
  const stale = histogram(page).locator("[data-stale]");
  await stale.waitFor();
  // Stale bars must not narrow the range of a new search.
  const url = page.url();
  await bars(page).first().press("Enter");
  expect(times(page)).toEqual([null, null]);
  expect(page.url()).toBe(url);
  release();
  await page.getByText("No records in this period").waitFor();
  expect(await stale.count()).toBe(0);
  await page.unroute("**/api/graphql");
});
