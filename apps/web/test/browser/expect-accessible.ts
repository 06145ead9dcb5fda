import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const grave: ReadonlySet<unknown> = new Set(["serious", "critical"]);

/** Expects no serious or critical axe violations on the page once it is idle. */
export async function expectAccessible(page: Page): Promise<void> {
  // Values that are being replaced are dimmed.
  await expect.poll(() => page.locator("[data-stale]").count()).toBe(0);
  await page.evaluate(settled);
  // Runs in the page itself. The other mode supports frames of other origins, which our pages lack, and loads axe and
  // all results into a second page, which takes longer than the analysis.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await builder.analyze();
  const found = violations
    .filter(({ impact }) => grave.has(impact))
    .map(({ id, nodes }) => ({
      id,
      where: nodes.slice(0, 5).map(({ target, failureSummary }) => ({ target, failureSummary })),
    }));
  expect(found, "serious faults of accessibility").toEqual([]);
}

/** Runs in the page: resolves when finite animations have ended, so that colors are final. */
async function settled(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
  await Promise.all(passing.map(({ finished }) => finished.catch(() => undefined)));
}
