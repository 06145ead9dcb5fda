import type { Fact, FactKind } from "../rollup-fact.ts";
import { toSnakeCase } from "./session.ts";

interface FactTable {
  /** Expressions for the fields of a fact. */
  readonly columns: Readonly<Record<string, string>>;
  /** The rows, with the record as `r`. */
  readonly from: string;
}

/** `greatest` passes over null. */
function atLeastZero(sql: string): string {
  return `CASE WHEN ${sql} < 0 THEN 0 ELSE ${sql} END`;
}

const tables: Readonly<Record<FactKind, FactTable>> = {
  steps: {
    columns: {
      createdAt: "r.created_at",
      environment: "r.environment",
      userId: "t.user_id",
      type: "r.type",
      name: "r.name",
      error: "(r.error IS NOT NULL)::int",
      latency: atLeastZero("(r.end_time - r.start_time)"),
      isGeneration: "(r.generation_type IS NOT NULL)::int",
      model: "r.model",
      provider: "r.provider",
      promptId: "r.prompt_id",
      generationError: "(r.generation_error IS NOT NULL)::int",
      tokens: "r.token_count",
      inputTokens: "coalesce(r.given_input_token_count, r.input_token_estimate)",
      outputTokens: "coalesce(r.given_output_token_count, r.output_token_estimate)",
      cost: "r.cost",
      duration: atLeastZero("r.duration"),
      firstToken: atLeastZero("r.tt_first_token"),
    },
    from: "steps r LEFT JOIN threads t ON t.project_id = r.project_id AND t.id = r.thread_id",
  },
  threads: {
    columns: { createdAt: "r.created_at", environment: "r.environment", userId: "r.user_id" },
    from: "threads r",
  },
  scores: {
    columns: { createdAt: "r.created_at", name: "r.name", value: "r.value" },
    from: "scores r",
  },
};

/** The facts of the rows that a condition on `r` finds, with the key of each. The project is bound first. */
export function selectFacts(kind: FactKind, where: string): string {
  const { columns, from } = tables[kind];
  const list = Object.entries(columns).map(([name, sql]) => `${sql} AS ${toSnakeCase(name)}`);
  return `SELECT r.key, ${list.join(", ")} FROM ${from} WHERE r.project_id = ? AND ${where}`;
}

/** Queues the facts of the rows that a condition on `r` finds. Their weight and the project are bound first. */
export function queueFacts(kind: FactKind, where: string): string {
  const { columns, from } = tables[kind];
  const names = Object.keys(columns).map(toSnakeCase);
  return `
    INSERT INTO rollup_queue (project_id, kind, weight, ${names.join(", ")})
    SELECT r.project_id, '${kind}', ?::smallint, ${Object.values(columns).join(", ")} FROM ${from}
    WHERE r.project_id = ? AND ${where}`;
}

/** A fact as the database gave it. */
export function toFact(kind: FactKind, project: number, row: { readonly [column: string]: unknown }): Fact {
  return { kind, fact: { ...row, project, user: row["userId"] } } as unknown as Fact; // the columns above are its fields
}
