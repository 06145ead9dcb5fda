import { type Fact, factColumns, type FactKind } from "../rollup-fact.ts";
import type { Database } from "../../session/sqlite/database.ts";

const columnsOf = factColumns({
  generation: "g",
  isGeneration: "g.step IS NOT NULL",
  generationError: "g.error",
  userOfStep: "t.user_id",
});

const sources: Readonly<Record<FactKind, string>> = {
  steps: "steps r LEFT JOIN threads t ON t.key = r.thread LEFT JOIN generations g ON g.step = r.key",
  threads: "threads r",
  scores: "scores r",
};

function entriesOf(kind: FactKind): [field: string, sql: string][] {
  return [["project", "r.project_id"], ...Object.entries(columnsOf[kind])];
}

/** Selects the facts (contributions to the rollups) and keys of the rows that match a condition on `r`. */
export function selectFacts(kind: FactKind, where: string): string {
  const list = entriesOf(kind).map(([name, sql]) => `${sql} AS ${name}`);
  return `SELECT r.key, ${list.join(", ")} FROM ${sources[kind]} WHERE ${where}`;
}

/**
 * Returns a statement that stores the facts of rows before the rows change, so that these facts can be subtracted from
 * the rollups. Skips rows that the rollups do not include yet, and rows whose facts are already stored.
 */
export function noteChanges(kind: FactKind, where: string): string {
  const fields = entriesOf(kind).map(([name, sql]) => `'${name}', ${sql}`);
  return `
    INSERT OR IGNORE INTO rollup_changes (kind, record, fact)
    SELECT '${kind}', r.key, json_object(${fields.join(", ")}) FROM ${sources[kind]}
    WHERE ${where} AND r.key <= (SELECT key FROM rollup_marks WHERE name = '${kind}')`;
}

export function toFact(kind: FactKind, row: unknown): Fact {
  return { kind, fact: row } as Fact; // the selected columns are the fields of a fact
}

export function findFact(database: Database, kind: FactKind, key: number): Fact | undefined {
  const row = database.get<object>(selectFacts(kind, "r.key = ?"), key);
  return row === undefined ? undefined : toFact(kind, row);
}
