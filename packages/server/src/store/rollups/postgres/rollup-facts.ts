import { type Fact, factColumns, type FactKind } from "../rollup-fact.ts";
import { oneRow } from "../../session/postgres/rows-by.ts";
import { toSnakeCase } from "../../schema/snake-case.ts";
import type { Session } from "../../session/postgres/session.ts";

const columnsOf = factColumns({
  generation: "r",
  isGeneration: "r.generation_type IS NOT NULL",
  generationError: "r.generation_error",
  userOfStep: "(SELECT t.user_id FROM threads t WHERE t.project_id = @project AND t.id = r.thread_id)",
});

/** Facts of the rows that match a condition on `r`, with the key of each. The project is bound first. */
export function selectFacts(kind: FactKind, where: string): string {
  const list = Object.entries(columnsOf[kind]).map(([name, sql]) => `${sql} AS ${toSnakeCase(name)}`);
  return `SELECT r.key, ${list.join(", ")} FROM ${kind} r WHERE r.project_id = ? AND ${where}`;
}

/** Condition that finds records by id, one at a time. */
export const ofIds = "r.id = ANY(?)";

/** Queues the facts of the rows that match a condition on `r`. Their weight and the project are bound first. */
export function queueFacts(kind: FactKind, where: string): string {
  const rows =
    where === ofIds
      ? `unnest($3::text[]) AS w (id) CROSS JOIN LATERAL ${oneRow(kind, "$2", "id", "w.id")} r`
      : `${kind} r WHERE r.project_id = ? AND ${where}`;
  // Without ON CONFLICT, Citus would write the selected rows with COPY, which row-level security does not support. Keys
  // are new, so there is never a conflict.
  return `
    INSERT INTO rollup_queue (project_id, kind, weight, records, facts)
    SELECT @project, '${kind}', ${where === ofIds ? "$1" : "?"}::smallint, f.records, f.facts FROM (
      SELECT count(*) AS records, json_agg(json_build_array(${Object.values(columnsOf[kind]).join(", ")}))::text AS facts
      FROM ${rows}
    ) f WHERE f.records > 0 ON CONFLICT DO NOTHING`;
}

const queueNewFacts = "INSERT INTO rollup_queue (project_id, kind, weight, records, facts) VALUES (?, ?, 1, ?, ?)";

/** Contribution of a new record to the sums, by the fields of `selectFacts`. */
export type NewFact = Readonly<Record<string, string | number | null>>;

/** Queues the facts of new records, which need not be read again. */
export async function queueNewRecords(
  session: Session,
  project: number,
  kind: FactKind,
  facts: readonly NewFact[],
): Promise<void> {
  if (facts.length === 0) return;
  const fields = Object.keys(columnsOf[kind]);
  const rows = facts.map((fact) => fields.map((field) => fact[field]));
  await session.run(queueNewFacts, project, kind, rows.length, JSON.stringify(rows));
}

export function toFacts(kind: FactKind, project: number, facts: string): Fact[] {
  const fields = Object.keys(columnsOf[kind]);
  return (JSON.parse(facts) as readonly (readonly unknown[])[]).map((values) =>
    toFact(kind, project, Object.fromEntries(fields.map((field, index) => [field, values[index]]))),
  );
}

/** A fact as returned by the database. */
export function toFact(kind: FactKind, project: number, row: { readonly [column: string]: unknown }): Fact {
  return { kind, fact: { ...row, project } } as unknown as Fact; // the columns above are its fields
}
