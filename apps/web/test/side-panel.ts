import type { Page } from "playwright-core";

export const panel = (page: Page) => page.locator("[data-side-panel]");

export const parameter = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);
