import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { expectFocus, expectFocusWithin } from "./expect-focus.ts";
import { expectSoon } from "./expect-soon.ts";

export async function choose(field: Locator, option: string): Promise<void> {
  await field.click();
  const found = field.page().getByRole("option", { name: option, exact: true });
  await found.waitFor();
  // A list ignores clicks in the moment in which it opens. An option that was clicked leaves the page.
  await expectSoon(async () => {
    await found.click({ timeout: 2_000 }).catch(() => undefined);
    return found.count();
  }).toBe(0);
}

/** Selects or clears options of a multi-select. Waits for each change, and closes the list. */
export async function toggle(field: Locator, options: readonly string[]): Promise<void> {
  const page = field.page();
  await field.click();
  for (const option of options) {
    const found = page.getByRole("option", { name: option, exact: true });
    const before = await found.getAttribute("aria-selected");
    await found.click();
    await expect.poll(() => found.getAttribute("aria-selected")).not.toBe(before);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("listbox").waitFor({ state: "detached" });
}

/** Selects an option by keyboard. Presses `key` until the option with the text is active. */
export async function chooseByKeyboard(field: Locator, key: string, option: string): Promise<void> {
  const page = field.page();
  const found = page.getByRole("option", { name: option, exact: true });
  await field.press("Enter");
  await expectFocusWithin(page.getByRole("listbox"));
  await page.keyboard.press(key);
  await expectFocus(found);
  await page.keyboard.press("Enter");
  await found.waitFor({ state: "detached" });
}
