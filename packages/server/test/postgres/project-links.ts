/** What a `project_id` is known to equal: a place in a statement, or the project that the statement is about. */
export interface ProjectLink {
  readonly equals: Set<ProjectLink>;
}

/** A parameter or constant. */
export const given: ProjectLink = { equals: new Set() };

export function newLink(): ProjectLink {
  return { equals: new Set() };
}

/** Whether a place is bound to the project of the statement, over any number of joins. */
export function isGiven(link: ProjectLink): boolean {
  const seen = new Set([link]);
  for (const each of seen) {
    if (each === given) return true;
    for (const next of each.equals) seen.add(next);
  }
  return false;
}
