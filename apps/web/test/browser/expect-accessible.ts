import type { Page } from "playwright-core";
import { expect } from "vitest";
import { analyzePage } from "./analyze-page.ts";

const grave: ReadonlySet<unknown> = new Set(["serious", "critical"]);

export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsWhenIdle(page), "serious faults of accessibility").toEqual([]);
}

/** Analyzes the page. Stale values are dimmed, so the analysis is repeated if any value became stale during it. */
async function violationsWhenIdle(page: Page): Promise<unknown[]> {
  await expect.poll(() => page.locator("[data-stale]").count()).toBe(0);
  const watch = await page.evaluateHandle(watchStaleMarks);
  await page.evaluate(settled);
  const violations = await analyzePage(page);
  if (await watch.evaluate((end) => end())) return await violationsWhenIdle(page);
  return violations
    .filter(({ impact }) => grave.has(impact))
    .map(({ id, nodes }) => ({
      id,
      where: nodes.slice(0, 5).map(({ target, failureSummary }) => ({ target, failureSummary })),
    }));
}

/**
 * Runs in the page. Observes the page until the returned function is called, which returns whether anything was marked
 * as stale.
 */
function watchStaleMarks(): () => boolean {
  const find = (): boolean => document.querySelector("[data-stale]") !== null;
  let found = find();
  const observer = new MutationObserver(() => (found ||= find()));
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ["data-stale"] });
  return () => {
    observer.disconnect();
    return found || find();
  };
}

/** Runs in the page. Resolves when finite animations have ended, because colors change until then. */
async function settled(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
  await Promise.all(passing.map(({ finished }) => finished.catch(() => undefined)));
}
