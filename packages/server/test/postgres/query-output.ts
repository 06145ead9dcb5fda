import { type ProjectLink, given, isGiven, newLink } from "./project-links.ts";
import type { Tree } from "./sql-tree.ts";

/** Links of the output columns of a query; undefined for columns other than `project_id`. */
export interface QueryOutput {
  readonly columns: readonly (ProjectLink | undefined)[];
  /** The output column with the name `project_id`. */
  readonly project: ProjectLink | undefined;
}

/**
 * Returns the output of a union. A column is bound if it is bound in both halves. Conditions on the union bind each
 * half.
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

/** Whether a query returns every row that matches its conditions. */
export function isPlain(query: Tree): boolean {
  const parts = ["limitCount", "limitOffset", "groupClause", "distinctClause", "windowClause", "withClause"];
  return (
    (query["op"] === undefined || query["op"] === "SETOP_NONE" || query["op"] === "SETOP_UNION") &&
    parts.every((part) => query[part] === undefined)
  );
}
