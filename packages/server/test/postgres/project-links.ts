/** Value of a `project_id`, and the values that it equals: a column of the statement, or the statement's project. */
export interface ProjectLink {
  readonly equals: Set<ProjectLink>;
}

/** The statement's project, given as a parameter or constant. */
export const given: ProjectLink = { equals: new Set() };

export function newLink(): ProjectLink {
  return { equals: new Set() };
}

/** Whether a column is bound to the statement's project, over any number of joins. */
export function isGiven(link: ProjectLink): boolean {
  const seen = new Set([link]);
  for (const each of seen) {
    if (each === given) return true;
    for (const next of each.equals) seen.add(next);
  }
  return false;
}
