import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { local, rangeIn, openPage } from "./time-range-page.ts";

test("a time range is selected in a calendar, with the times of its first and last day", async () => {
  const page = await openPage(`dashboard?from=${local(5, 8)}&to=${local(9, 16, 30)}`);
  await page.getByRole("button", { name: /^Start and end: Mar 5.*– Mar 9/ }).click();
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
