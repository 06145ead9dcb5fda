import { logResources } from "../pages/logs/log-resource.ts";
import { sectionGroups } from "./sections.ts";

/** Paths of a project's pages by short names, other than those of the navigation. */
const otherNames: Readonly<Record<string, string>> = {
  home: "dashboard",
  traces: "logs/threads",
  scorers: "score-schemas",
  models: "model-prices",
};

/** Returns the path within the project for a short path; null for an unknown one. */
export function projectPathOf(short: string): string | null {
  if (short === "projects") return "logs/threads";
  const [first = "", ...rest] = short.split("/").filter((part) => part !== "");
  const below = rest.map((part) => `/${encodeURIComponent(part)}`).join("");
  if (first === "logs") return rest.length === 0 ? "logs/threads" : `logs${below}`;
  if (logResources.some((resource) => resource === first)) {
    // A record in any list but threads is shown as a step.
    if (rest.length > 0) return first === "threads" ? `logs/threads${below}` : `logs/steps${below}`;
    return `logs/${first}`;
  }
  const other = otherNames[first];
  if (other !== undefined) return rest.length === 0 ? other : null;
  const isSection = sectionGroups.some(({ sections }) => sections.some(({ prefix }) => prefix === first));
  return isSection ? `${first}${below}` : null;
}
