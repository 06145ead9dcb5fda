/** A `project_id` in a statement, with the others that it equals. It is a column, or the project of the statement. */
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
