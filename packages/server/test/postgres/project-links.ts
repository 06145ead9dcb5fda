/**
 * A column `project_id` in a statement, or {@link given}. `equals` contains the columns to which a condition equates
 * it.
 */
export interface ProjectLink {
  readonly equals: Set<ProjectLink>;
}

/** The project of the statement, which is a parameter or a constant. */
export const given: ProjectLink = { equals: new Set() };

export function newLink(): ProjectLink {
  return { equals: new Set() };
}

/** Whether a column equals the project of the statement, directly or through other columns. */
export function isGiven(link: ProjectLink): boolean {
  const seen = new Set([link]);
  for (const each of seen) {
    if (each === given) return true;
    for (const next of each.equals) seen.add(next);
  }
  return false;
}
