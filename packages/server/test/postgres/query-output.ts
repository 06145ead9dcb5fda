import { type ProjectLink, given, isGiven, newLink } from "./project-links.ts";
import type { Tree } from "./sql-tree.ts";

/** Columns that a query returns. Columns other than a `project_id` are undefined. */
export interface QueryOutput {
  readonly columns: readonly (ProjectLink | undefined)[];
  /** The returned column with the name `project_id`. */
  readonly project: ProjectLink | undefined;
}

/**
 * Returns the output of a union. A column equals the project of the statement if it does in both halves. A condition on
 * a column of the union applies to both halves.
 */
export function both(halves: readonly QueryOutput[]): QueryOutput {
  const joined = (links: readonly (ProjectLink | undefined)[]): ProjectLink | undefined => {
    const whole = newLink();
    for (const link of links) {
      if (link === undefined) return undefined;
      if (link !== given) link.equals.add(whole);
    }
    if (links.every((link) => link !== undefined && isGiven(link))) whole.equals.add(given);
    return whole;
  };
  const length = Math.min(...halves.map(({ columns }) => columns.length));
  const place = Math.max(...halves.map(({ columns, project }) => (project ? columns.indexOf(project) : -1)));
  const columns = Array.from({ length }, (_, index) => joined(halves.map((half) => half.columns[index])));
  return { columns, project: columns[place] };
}

/**
 * Whether the result of a query contains every row that matches. A condition on the result can then be moved into the
 * query.
 */
export function isPlain(query: Tree): boolean {
  const parts = ["limitCount", "limitOffset", "groupClause", "distinctClause", "windowClause", "withClause"];
  return (
    (query["op"] === undefined || query["op"] === "SETOP_NONE" || query["op"] === "SETOP_UNION") &&
    parts.every((part) => query[part] === undefined)
  );
}
