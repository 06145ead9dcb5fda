export const themes = ["system", "light", "dark"] as const;

/** `system` uses the theme of the browser. */
export type Theme = (typeof themes)[number];

const storageKey = "threadline.theme";

export function currentTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === stored) ?? "system";
}

/** Applies a theme and stores it. Without an argument, applies the stored theme. */
export function applyTheme(theme: Theme = currentTheme()): void {
  localStorage.setItem(storageKey, theme);
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
