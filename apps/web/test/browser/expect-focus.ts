import type { Locator } from "playwright-core";
import { expectSoon } from "./expect-soon.ts";

/** Waits until a dialog or menu has the focus. Keys pressed before that would go elsewhere. */
export async function expectFocusWithin(place: Locator): Promise<void> {
  await expectSoon(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

/** Waits until a field has the focus. Text typed before that would go elsewhere. */
export async function expectFocus(field: Locator): Promise<void> {
  await expectSoon(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
}
