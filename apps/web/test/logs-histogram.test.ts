import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import type { Service } from "./browser/open-ui.ts";
import { openLog, rows } from "./open-log.ts";

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 20, 12);

/** Twelve threads with a run an hour apart. Every second one has a tag, every fourth run failed. */
async function seedHours({ graphql, ingest }: Service): Promise<void> {
  await ingest(
    Array.from({ length: 12 }, (_, index) => ({
      id: `run-${index}`,
      threadId: `thread-${index}`,
      type: "run",
      name: `Run ${index}`,
      startTime: new Date(start + index * hour).toISOString(),
      endTime: new Date(start + index * hour + 500).toISOString(),
      tags: index % 2 === 0 ? ["even"] : [],
      error: index % 4 === 3 ? "Timeout" : null,
    })),
  );
  const even = [0, 2, 4, 6, 8, 10].map(
    (index) => `t${index}: upsertThread(id: "thread-${index}", tags: ["even"]) { id }`,
  );
  await graphql(`mutation { ${even.join(" ")} }`);
}

const range = `from=${new Date(start).toISOString()}&to=${new Date(start + 12 * hour).toISOString()}`;
const open = (path: string) => openLog(path, { seed: seedHours, window: { timezoneId: "UTC", locale: "en-US" } });
const histogram = (page: Page) => page.getByRole("region", { name: "Histogram" });
const bars = (page: Page) => histogram(page).getByRole("option");
const filled = async (page: Page): Promise<string[]> =>
  (await bars(page).evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? ""))).filter(
    (text) => !text.includes(": 0 records"),
  );
const times = (page: Page): (string | null)[] =>
  ["from", "to"].map((name) => new URL(page.url()).searchParams.get(name));

test("the histogram shows volume and errors of the filtered list, and a drag narrows its time range", async () => {
  const { page } = await open(`logs/runs?${range}`);
  await expectSoon(() => filled(page).then((all) => all.length)).toBe(12);
  expect((await filled(page)).slice(2, 4).map((text) => text.replaceAll(/\s/g, " "))).toEqual([
    "Nov 20, 2:00 – 2:15 PM: 1 record",
    "Nov 20, 3:00 – 3:15 PM: 1 record, 1 with an error",
  ]);
  expect(await histogram(page).innerText()).toContain("3 with an error");
  await expectAccessible(page);
  await page.getByRole("complementary", { name: "Facets" }).getByRole("button", { name: "even 6" }).click();
  await expectSoon(() => filled(page).then((all) => all.length)).toBe(6);
  const box = (await bars(page).first().locator("xpath=..").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = (share: number): [number, number] => [box.x + box.width * share, box.y + box.height / 2];
  await page.mouse.move(...at(0.01));
  await page.mouse.down();
  await page.mouse.move(...at(0.49), { steps: 4 });
  await page.getByText("Nov 20, 12:00 – 6:00 PM: 3 records").waitFor();
  await page.mouse.up();
  await expectSoon(() => rows(page).count()).toBe(3);
  expect(times(page)).toEqual([new Date(start).toISOString(), new Date(start + 6 * hour).toISOString()]);
  await expectSoon(() => filled(page).then((all) => all.length)).toBe(3);
  await page.goBack();
  await expectSoon(() => filled(page).then((all) => all.length)).toBe(6);
});

test("the histogram is used by keyboard, and a query applies to it", async () => {
  const { page, goto } = await open(`logs/threads?${range}`);
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
  // The bars of the new range have the focus.
  await expectSoon(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("option");
});

test("a hidden histogram stays hidden, and bars of the previous search are marked as stale", async () => {
  const { page } = await open("logs/threads");
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
  // Old bars do not narrow the range of a new search.
  const url = page.url();
  await bars(page).first().press("Enter");
  expect(times(page)).toEqual([null, null]);
  expect(page.url()).toBe(url);
  release();
  await page.getByText("No records in this period").waitFor();
  expect(await stale.count()).toBe(0);
  await page.unroute("**/api/graphql");
});
