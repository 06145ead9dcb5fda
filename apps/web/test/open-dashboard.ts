import type { Locator, Page } from "playwright-core";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi, type Ui } from "./browser/open-ui.ts";
import { createClock, seedLog } from "./seed-log.ts";

export const hour = 3_600_000;

/**
 * Opens a project with one thread per hour of the last 24 hours. The threads are not near the start or end of a queried
 * period.
 */
export async function openDashboard(path = "dashboard", viewport = { width: 1440, height: 900 }): Promise<Ui> {
  const clock = createClock(Date.now() - 23.5 * hour);
  const ui = await openUi({
    server: { now: clock.now },
    seed: async (service) => {
      await seedLog(service, { count: 24, clock });
      clock.release();
    },
    path: null,
    window: { viewport },
  });
  await ui.goto(`/projects/${ui.projectId}/${path}`);
  return ui;
}

export const card = (page: Page, name: string): Locator => page.getByRole("figure", { name, exact: true });

export const tiles = (page: Page): Promise<string> => page.locator("main ul").first().innerText();

/** Waits until all charts and rankings are drawn. One that is drawn later would move the others. */
export async function expectAllDrawn(page: Page): Promise<void> {
  await expectSoon(() => page.locator("main figure canvas").count()).toBe(8);
  await expectSoon(() => page.locator("main :is([data-stale], [aria-busy=true], [data-shape])").count()).toBe(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
