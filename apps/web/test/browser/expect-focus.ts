import type { Locator } from "playwright-core";
import { expectSoon } from "./expect-soon.ts";

/** Waits until a dialog or menu has the focus, because keys pressed earlier go elsewhere. */
export async function expectFocusWithin(place: Locator): Promise<void> {
  await expectSoon(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

/** Expects that a field gets the focus; text typed before that goes elsewhere. */
export async function expectFocus(field: Locator): Promise<void> {
  await expectSoon(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
}
