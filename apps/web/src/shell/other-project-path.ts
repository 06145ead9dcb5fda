/** Sections whose second part is a list of its own, such as `logs/steps`. */
const sectionsWithTabs: ReadonlySet<string> = new Set(["logs", "settings"]);

/**
 * Returns the path within another project for the path of the current page: the same list or settings. Records belong
 * to one project, so the page of a record becomes its list.
 */
export function otherProjectPath(path: string): string {
  const [section = "", tab] = path.split("/projects/")[1]?.split("/").slice(1) ?? [];
  if (section === "" || (section === "logs" && tab === "compare")) return "logs/threads";
  return tab !== undefined && sectionsWithTabs.has(section) ? `${section}/${tab}` : section;
}
