import { logResources } from "../pages/logs/log-resource.ts";
import { sectionGroups } from "./sections.ts";

/**
 * Paths of pages by short name. The sections of the navigation are not listed here, but their names are short names,
 * too.
 */
const otherNames: Readonly<Record<string, string>> = {
  home: "dashboard",
  traces: "logs/threads",
  scorers: "score-schemas",
  models: "model-prices",
  start: "start",
};

/**
 * Returns the path within the project for a short path, such as `traces` or `threads/{id}`. Null for an unknown path.
 */
export function projectPathOf(short: string): string | null {
  if (short === "projects") return "logs/threads";
  const [first = "", ...rest] = short.split("/").filter((part) => part !== "");
  const below = rest.map((part) => `/${encodeURIComponent(part)}`).join("");
  if (first === "logs") return rest.length === 0 ? "logs/threads" : `logs${below}`;
  if (logResources.some((resource) => resource === first)) {
    // Of the records in the logs, only threads have a page of their own. Any other record, for example
    // `generations/{id}`, opens on the page of a step.
    if (rest.length > 0) return first === "threads" ? `logs/threads${below}` : `logs/steps${below}`;
    return `logs/${first}`;
  }
  const other = otherNames[first];
  if (other !== undefined) return rest.length === 0 ? other : null;
  const isSection = sectionGroups.some(({ sections }) => sections.some(({ prefix }) => prefix === first));
  return isSection ? `${first}${below}` : null;
}
