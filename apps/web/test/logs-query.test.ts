import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { chips, openLog, rows } from "./open-log.ts";

test("a query is typed with completion, searched, and divided into chips and text", async () => {
  const { page } = await openLog("logs/generations");
  await expectSoon(() => rows(page).count()).toBe(12);
  const box = page.getByRole("searchbox");
  // On German keyboards, the slash is Shift and 7.
  await page.locator("body").dispatchEvent("keydown", { key: "/", code: "Digit7", shiftKey: true, bubbles: true });
  await expectFocus(box);
  await box.blur();
  await page.keyboard.press("/");
  await expectFocus(box);
  // The rows are not marked as those of another search while a condition is incomplete.
  await box.fill("model:");
  await page.getByRole("option", { name: "mistral-large" }).waitFor();
  expect(await rows(page).count()).toBe(12);
  expect(await page.locator('[data-stale]:has([role="rowgroup"])').count()).toBe(0);
  await box.fill("");
  await page.keyboard.type("mod");
  await page.getByRole("option", { name: "model:" }).waitFor();
  await expectAccessible(page);
  await box.press("ArrowDown");
  await box.press("Enter");
  expect(await box.inputValue()).toBe("model:");
  // A text that is being completed is not reported as invalid.
  await page.getByRole("option", { name: "mistral-large" }).waitFor();
  await expectAccessible(page);
  expect(await page.getByRole("alert").count()).toBe(0);
  await box.press("Escape");
  await page.getByRole("alert").getByText("Write a value directly after").waitFor();
  await box.press("Backspace");
  await box.press(":");
  await page.getByRole("option", { name: "mistral-large" }).click();
  expect(await box.inputValue()).toBe("model:mistral-large ");
  await expectSoon(() => rows(page).count()).toBe(6);
  expect(new URL(page.url()).searchParams.get("query")).toBe("model:mistral-large");
  await box.press("Enter");
  await expectSoon(() => chips(page)).toEqual(["Model is mistral-large"]);
  expect(await box.inputValue()).toBe("");
  expect(new URL(page.url()).searchParams.get("query")).toBeNull();
  await page.getByRole("button", { name: "Edit as text", exact: true }).click();
  await expectSoon(() => box.inputValue()).toBe("model:mistral-large");
  expect(await chips(page)).toEqual([]);
  await expectSoon(() => rows(page).count()).toBe(6);
  // A new filter starts with the choice of its field.
  await page.getByRole("button", { name: "Add filter", exact: true }).click();
  await expectFocus(page.getByRole("dialog").getByRole("combobox", { name: "Field", exact: true }));
});
