import type { Locator } from "playwright-core";
import { expectFocus, expectFocusWithin } from "./expect-focus.ts";

export async function choose(field: Locator, option: string): Promise<void> {
  await field.click();
  const found = field.page().getByRole("option", { name: option, exact: true });
  await found.click();
  await found.waitFor({ state: "detached" });
}

/** Selects an option by keyboard. `key` is pressed until the option with the text is active. */
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
