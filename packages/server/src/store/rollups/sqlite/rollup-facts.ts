import type { Fact, FactKind } from "../rollup-fact.ts";
import type { Database } from "../../session/sqlite/database.ts";

interface FactTable {
  /** Expressions for the fields of a fact. */
  readonly columns: Readonly<Record<string, string>>;
  /** Rows of the records `r`. */
  readonly from: string;
}

const tables: Readonly<Record<FactKind, FactTable>> = {
  steps: {
    columns: {
      project: "r.project_id",
      createdAt: "r.created_at",
      environment: "r.environment",
      userId: "t.user_id",
      type: "r.type",
      name: "r.name",
      error: "r.error IS NOT NULL",
      latency: "max(r.end_time - r.start_time, 0)",
      isGeneration: "g.step IS NOT NULL",
      model: "g.model",
      provider: "g.provider",
      promptId: "g.prompt_id",
      generationError: "g.error IS NOT NULL",
      tokens: "g.token_count",
      inputTokens: "coalesce(g.given_input_token_count, g.input_token_estimate)",
      outputTokens: "coalesce(g.given_output_token_count, g.output_token_estimate)",
      cost: "g.cost",
      duration: "max(g.duration, 0)",
      firstToken: "max(g.tt_first_token, 0)",
    },
    from: "steps r LEFT JOIN threads t ON t.key = r.thread LEFT JOIN generations g ON g.step = r.key",
  },
  threads: {
    columns: { project: "r.project_id", createdAt: "r.created_at", environment: "r.environment", userId: "r.user_id" },
    from: "threads r",
  },
  scores: {
    columns: { project: "r.project_id", createdAt: "r.created_at", name: "r.name", value: "r.value" },
    from: "scores r",
  },
};

/** Facts of the rows that match a condition on `r`, with the key of each. */
export function selectFacts(kind: FactKind, where: string): string {
  const { columns, from } = tables[kind];
  const list = Object.entries(columns).map(([name, sql]) => `${sql} AS ${name}`);
  return `SELECT r.key, ${list.join(", ")} FROM ${from} WHERE ${where}`;
}

/**
 * Stores the current contribution of the rows that match a condition, unless they are not in the rollups yet or already
 * stored.
 */
export function noteChanges(kind: FactKind, where: string): string {
  const { columns, from } = tables[kind];
  const fields = Object.entries(columns).map(([name, sql]) => `'${name}', ${sql}`);
  return `
    INSERT OR IGNORE INTO rollup_changes (kind, record, fact)
    SELECT '${kind}', r.key, json_object(${fields.join(", ")}) FROM ${from}
    WHERE ${where} AND r.key <= (SELECT key FROM rollup_marks WHERE name = '${kind}')`;
}

/** A fact as returned by the database. */
export function toFact(kind: FactKind, row: unknown): Fact {
  return { kind, fact: row } as Fact; // the columns above are its fields
}

/** Current fact of a record; undefined if deleted. */
export function findFact(database: Database, kind: FactKind, key: number): Fact | undefined {
  const row = database.get<object>(selectFacts(kind, "r.key = ?"), key);
  return row === undefined ? undefined : toFact(kind, row);
}
