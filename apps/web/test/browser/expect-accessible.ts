import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const grave: ReadonlySet<unknown> = new Set(["serious", "critical"]);

/** Expects that axe finds no serious or critical fault on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations
    .filter(({ impact }) => grave.has(impact))
    .map(({ id, nodes }) => ({
      id,
      where: nodes.slice(0, 5).map(({ target, failureSummary }) => ({ target, failureSummary })),
    }));
  expect(found, "serious faults of accessibility").toEqual([]);
}
