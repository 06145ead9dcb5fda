/** Sections of the settings, in tab order. */
export const settingsSections = [
  "project",
  "members",
  "keys",
  "connections",
  "usage",
  "audit",
  "service",
  "account",
  "appearance",
] as const;

export type SettingsSection = (typeof settingsSections)[number];

export function isSettingsSection(text: string): text is SettingsSection {
  return settingsSections.some((section) => section === text);
}
