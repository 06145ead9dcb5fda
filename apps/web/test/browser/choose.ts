import type { Locator } from "playwright-core";

/** Selects the option with the text. */
export async function choose(field: Locator, option: string): Promise<void> {
  await field.click();
  const found = field.page().getByRole("option", { name: option, exact: true });
  await found.click();
  await found.waitFor({ state: "detached" });
}
