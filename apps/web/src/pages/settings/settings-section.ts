import { useSuspenseQuery } from "@tanstack/react-query";
import { useProjectId } from "../../api/project-id.ts";
import { hasPermission, isAdministered, type Permission } from "../../api/role-permissions.ts";
import { sessionOptions } from "../../api/session.ts";

/** Sections of the settings in display order, grouped by what they change. */
export const settingsGroups = [
  { key: "ofProject", sections: ["project", "members", "keys", "connections", "usage", "audit"] },
  { key: "ofService", sections: ["service"] },
  { key: "ofAccount", sections: ["account", "appearance"] },
] as const;

/** Permission to see a section. The other sections are open to all members. */
const neededPermissions: Readonly<Partial<Record<SettingsSection, Permission>>> = {
  members: "admin",
  keys: "admin",
  connections: "write",
  audit: "own",
};

/** Returns whether the user may see a section of the settings of the page's project. */
export function useSectionAccess(): (section: SettingsSection) => boolean {
  const projectId = useProjectId();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const project = session.projects.find(({ id, name }) => id === projectId || name === projectId);
  return (section) => {
    // These settings are of the whole service, and open to those who administer any project.
    if (section === "service") return session.projects.some(isAdministered);
    const needed = neededPermissions[section];
    return needed === undefined || (project !== undefined && hasPermission(project.role, needed));
  };
}

const settingsSections: readonly SettingsSection[] = settingsGroups.flatMap(({ sections }) => sections);

export type SettingsSection = (typeof settingsGroups)[number]["sections"][number];

export function isSettingsSection(text: string): text is SettingsSection {
  return settingsSections.some((section) => section === text);
}
