import type { Fact, FactKind } from "../rollup-fact.ts";
import { oneRow } from "./rows-by.ts";
import { toSnakeCase } from "./session.ts";

interface FactTable {
  /** Expressions for the fields of a fact. */
  readonly columns: Readonly<Record<string, string>>;
  /** What is joined to the record `r`. */
  readonly joins: string;
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
    joins: `LEFT JOIN LATERAL ${oneRow("threads", "r.project_id", "id", "r.thread_id")} t ON TRUE`,
  },
  threads: {
    columns: { createdAt: "r.created_at", environment: "r.environment", userId: "r.user_id" },
    joins: "",
  },
  scores: {
    columns: { createdAt: "r.created_at", name: "r.name", value: "r.value" },
    joins: "",
  },
};

/** The facts of the rows that a condition on `r` finds, with the key of each. The project is bound first. */
export function selectFacts(kind: FactKind, where: string): string {
  const { columns, joins } = tables[kind];
  const list = Object.entries(columns).map(([name, sql]) => `${sql} AS ${toSnakeCase(name)}`);
  return `SELECT r.key, ${list.join(", ")} FROM ${kind} r ${joins} WHERE r.project_id = ? AND ${where}`;
}

/** The condition that finds records by their ids, which is done one by one. */
export const ofIds = "r.id = ANY(?)";

/** Queues the facts of the rows that a condition on `r` finds. Their weight and the project are bound first. */
export function queueFacts(kind: FactKind, where: string): string {
  const { columns, joins } = tables[kind];
  const rows =
    where === ofIds
      ? `unnest($3::text[]) AS w (id) CROSS JOIN LATERAL ${oneRow(kind, "$2", "id", "w.id")} r ${joins}`
      : `${kind} r ${joins} WHERE r.project_id = ? AND ${where}`;
  const names = Object.keys(columns).map(toSnakeCase);
  return `
    INSERT INTO rollup_queue (project_id, kind, weight, ${names.join(", ")})
    SELECT r.project_id, '${kind}', ${where === ofIds ? "$1" : "?"}::smallint, ${Object.values(columns).join(", ")}
    FROM ${rows}`;
}

/** A fact as the database gave it. */
export function toFact(kind: FactKind, project: number, row: { readonly [column: string]: unknown }): Fact {
  return { kind, fact: { ...row, project, user: row["userId"] } } as unknown as Fact; // the columns above are its fields
}
