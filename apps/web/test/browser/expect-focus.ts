import type { Locator } from "playwright-core";
import { expectSoon } from "./expect-soon.ts";

/** Expects that a field gets the focus by itself: before it has it, what is typed goes elsewhere. */
export async function expectFocus(field: Locator): Promise<void> {
  await expectSoon(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
}
