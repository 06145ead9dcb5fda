import { type HotkeyCallback, type Options, useHotkeys } from "react-hotkeys-hook";

const storageKey = "threadline.characterKeys";

/**
 * Whether shortcuts of a single character are enabled in this browser. Users of speech input disable them, because
 * spoken words would press them (WCAG 2.2, 2.1.4).
 */
export function hasCharacterKeys(): boolean {
  return localStorage.getItem(storageKey) !== "off";
}

export function enableCharacterKeys(isEnabled: boolean): void {
  localStorage.setItem(storageKey, isEnabled ? "on" : "off");
}

/** Whether shortcuts of this key work. */
export function isEnabledKey(key: string): boolean {
  return key.length > 1 || hasCharacterKeys();
}

/** Returns the label of a button with its key, if shortcuts of the key work. */
export function labelWithKey(label: string, key: string): string {
  return isEnabledKey(key) ? `${label} (${key})` : label;
}

/** Calls back when one of the keys is pressed. Keys of a single character only work if they are enabled. */
export function useShortcuts(
  keys: readonly string[],
  onPress: HotkeyCallback,
  { enabled = true, ...options }: Omit<Options, "enabled"> & { readonly enabled?: boolean } = {},
): void {
  const used = keys.filter(isEnabledKey);
  useHotkeys(used, onPress, { ...options, enabled: enabled && used.length > 0 });
}
