/** Sections of the settings in display order, grouped by what they change. */
export const settingsGroups = [
  { key: "ofProject", sections: ["project", "members", "keys", "connections", "usage", "audit"] },
  { key: "ofService", sections: ["service"] },
  { key: "ofAccount", sections: ["account", "appearance"] },
] as const;

const settingsSections: readonly SettingsSection[] = settingsGroups.flatMap(({ sections }) => sections);

export type SettingsSection = (typeof settingsGroups)[number]["sections"][number];

export function isSettingsSection(text: string): text is SettingsSection {
  return settingsSections.some((section) => section === text);
}
