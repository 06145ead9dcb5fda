import type { Locator, Page } from "playwright-core";

export const section = (page: Page, name: string | RegExp = /^Comments/): Locator => page.getByRole("region", { name });

export const text = (page: Page): Locator => section(page).getByRole("textbox", { name: "Comment text" });

export const add = (page: Page): Locator => section(page).getByRole("button", { name: "Add comment" });
