import type { Page } from "playwright-core";

/** Waits until the page of a thread receives changes. The page shows this differently for old threads. */
export async function receivesChanges(page: Page): Promise<void> {
  await page.getByText(/^(?:Live|Auto-refresh)$/u).waitFor();
}
