import type { Page } from "playwright-core";

/** Waits until the page of a thread receives changes. The page says so only for threads with recent activity. */
export async function receivesChanges(page: Page): Promise<void> {
  await page.locator("header[data-live]").waitFor();
}
