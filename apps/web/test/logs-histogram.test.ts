import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { rows } from "./open-log.ts";
import { hour, start, range, openHistogram, histogram, bars, filled, times } from "./open-histogram.ts";

test("the histogram shows volume and errors of the filtered list, and a drag narrows its time range", async () => {
  const { page } = await openHistogram(`logs/runs?${range}`);
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
