import { type Fact, type FactChange, factColumns, type FactKind } from "../rollup-fact.ts";
import { oneRow } from "../../session/postgres/rows-by.ts";
import { toSnakeCase } from "../../schema/snake-case.ts";
import { insertRows, rowStatement } from "../../session/postgres/insert-rows.ts";
import type { Parameter, Session } from "../../session/postgres/session.ts";

const columnsOf = factColumns({
  generation: "r",
  isGeneration: "r.generation_type IS NOT NULL",
  generationError: "r.generation_error",
  userOfStep: "(SELECT t.user_id FROM threads t WHERE t.project_id = @project AND t.id = r.thread_id)",
});

/**
 * Selects the facts of the rows that match a condition on `r`. The facts of a row are the values by which the rollups
 * count it, such as its creation time. The first parameter is the project.
 */
export function selectFacts(kind: FactKind, where: string): string {
  const list = Object.entries(columnsOf[kind]).map(([name, sql]) => `${sql} AS ${toSnakeCase(name)}`);
  return `SELECT r.key, ${list.join(", ")} FROM ${kind} r WHERE r.project_id = ? AND ${where}`;
}

/**
 * Condition on `r` that selects records by id. For exactly this condition, {@link selectQueued} uses one index lookup
 * for each id.
 */
export const ofIds = "r.id = ANY(?)";

/**
 * Selects the number of rows that match a condition on `r`, and the facts of these rows as JSON, in the format of
 * `rollup_queue`. The first parameter is the project.
 */
function selectQueued(kind: FactKind, where: string): string {
  const rows =
    where === ofIds
      ? `unnest($2::text[]) AS w (id) CROSS JOIN LATERAL ${oneRow(kind, "$1", "id", "w.id")} r`
      : `${kind} r WHERE r.project_id = ? AND ${where}`;
  const fact = `json_build_array(${Object.values(columnsOf[kind]).join(", ")})`;
  return `SELECT count(*) AS records, json_agg(${fact})::text AS facts FROM ${rows}`;
}

const insertQueued = rowStatement("rollup_queue", ["project_id", "kind", "weight", "records", "facts"], "");

/** Queues the facts of the rows that match a condition on `r`. Resolves to whether any row matches. */
export async function queueFacts(
  session: Session,
  project: number,
  { kind, weight, where }: { readonly kind: FactKind; readonly weight: 1 | -1; readonly where: string },
  parameters: readonly Parameter[],
): Promise<boolean> {
  type Row = { readonly records: number; readonly facts: string | null };
  // Uses two statements, because an INSERT with a SELECT would make Citus lock every shard of the table.
  const found = await session.get<Row>(selectQueued(kind, where), project, ...parameters);
  if (found === undefined || found.records === 0) return false;
  await insertRows(session, insertQueued, [[project, kind, weight, found.records, found.facts]]);
  return true;
}

/** Queues given changes of facts, without reading the records. Resolves to whether any change was queued. */
export async function queueChanges<Kind extends FactKind>(
  session: Session,
  project: number,
  kind: Kind,
  changes: readonly FactChange<Kind>[],
): Promise<boolean> {
  const fields = Object.keys(columnsOf[kind]);
  const toText = (fact: object | null): string | null =>
    fact && JSON.stringify(fields.map((field) => (fact as { readonly [field: string]: unknown })[field]));
  const texts = changes
    .map(({ before, after }) => ({ before: toText(before), after: toText(after) }))
    .filter(({ before, after }) => before !== after);
  const rows = [
    { weight: -1, facts: texts.flatMap(({ before }) => before ?? []) },
    { weight: 1, facts: texts.flatMap(({ after }) => after ?? []) },
  ].filter(({ facts }) => facts.length > 0);
  await insertRows(
    session,
    insertQueued,
    rows.map(({ weight, facts }) => [project, kind, weight, facts.length, `[${facts.join(",")}]`]),
  );
  return rows.length > 0;
}

export function toFacts(kind: FactKind, project: number, facts: string): Fact[] {
  const fields = Object.keys(columnsOf[kind]);
  return (JSON.parse(facts) as readonly (readonly unknown[])[]).map((values) =>
    toFact(kind, project, Object.fromEntries(fields.map((field, index) => [field, values[index]]))),
  );
}

export function toFact(kind: FactKind, project: number, row: { readonly [column: string]: unknown }): Fact {
  return { kind, fact: { ...row, project } } as unknown as Fact; // the columns in `columnsOf` are the fields of a fact
}
