import type { Locator } from "playwright-core";
import { expectSoon } from "./expect-soon.ts";

export async function expectFocusWithin(place: Locator): Promise<void> {
  await expectSoon(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

export async function expectFocus(field: Locator): Promise<void> {
  await expectSoon(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
}
