import {
  maximumOutlineSteps,
  packOutline,
  type OutlineCall,
  type OutlineStep,
  type StepOutline,
} from "../../step-outline.ts";
import type { Database, Parameter } from "../../session/sqlite/database.ts";
import { nanoDollars } from "../../prices/generation-cost.ts";

const stepColumns =
  "s.key, s.id, s.parent_id, s.type, s.name, s.created_at, s.start_time, s.end_time, s.error IS NOT NULL, s.start_micros";
const callColumns = `
  g.step, g.model, coalesce(g.given_input_token_count, g.input_token_estimate),
  coalesce(g.given_output_token_count, g.output_token_estimate), g.token_count, g.tt_first_token, g.cost / ${nanoDollars}.0`;

interface Source {
  readonly from: string;
  readonly where: string;
  readonly parameters: readonly Parameter[];
}

/** Reads the steps of threads and trees without payloads. */
export class StepOutlines {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the steps of a thread; null if there are more than {@link maximumOutlineSteps}. */
  ofThread(project: number, threadId: string): StepOutline | null {
    const key = this.#database.get<{ key: number }>(
      "SELECT key FROM threads WHERE project_id = ? AND id = ?",
      project,
      threadId,
    )?.key;
    if (key === undefined) return packOutline({ steps: [], calls: [], scored: new Set(), attached: new Set() });
    return this.#read(project, { from: "steps s", where: "s.thread = ?", parameters: [key] });
  }

  /**
   * Returns the steps of the tree around a step. Null if the step is unknown, or if the tree has more than
   * {@link maximumOutlineSteps} steps.
   */
  around(project: number, id: string): StepOutline | null {
    const root = this.#rootOf(project, id);
    if (root === null) return null;
    // UNION drops steps that were already reached, which ends cycles.
    const tree = `
      (WITH RECURSIVE tree (id) AS (
        VALUES (?2) UNION SELECT c.id FROM tree JOIN steps c ON c.project_id = ?1 AND c.parent_id = tree.id
      ) SELECT id FROM tree)`;
    const from = `${tree} t CROSS JOIN steps s ON s.project_id = ?1 AND s.id = t.id`;
    return this.#read(project, { from, where: "TRUE", parameters: [project, root] });
  }

  /** Returns the outermost stored ancestor of a step. */
  #rootOf(project: number, id: string): string | null {
    const seen = new Set<string>();
    let current: string | null = null;
    let next: string | null = id;
    while (next !== null && !seen.has(next)) {
      seen.add(next);
      const row: { parentId: string | null } | undefined = this.#database.get(
        "SELECT parent_id AS parentId FROM steps WHERE project_id = ? AND id = ?",
        project,
        next,
      );
      if (row === undefined) break;
      current = next;
      next = row.parentId;
    }
    return current;
  }

  #read(project: number, { from, where, parameters }: Source): StepOutline | null {
    const steps = this.#database.allArrays<OutlineStep>(
      `SELECT ${stepColumns} FROM ${from} WHERE ${where} LIMIT ${maximumOutlineSteps + 1}`,
      ...parameters,
    );
    if (steps.length > maximumOutlineSteps) return null;
    const calls = this.#database.allArrays<OutlineCall>(
      `SELECT ${callColumns} FROM ${from} CROSS JOIN generations g ON g.step = s.key WHERE ${where}`,
      ...parameters,
    );
    return packOutline({
      steps,
      calls,
      scored: this.#subjects("scores", ["step_id", "generation_id"], project, steps),
      attached: this.#subjects("attachments", ["step_id"], project, steps),
    });
  }

  /**
   * Returns the ids of the given steps that occur in `table`, for example in `scores`. If the table has at most as many
   * rows as there are steps, all of its rows are read, because that is faster. The result then also contains ids of
   * other steps, which the caller ignores.
   */
  #subjects(
    table: string,
    references: readonly string[],
    project: number,
    steps: readonly OutlineStep[],
  ): ReadonlySet<string> {
    const all = this.#database.allArrays<(string | null)[]>(
      `SELECT ${references.join(", ")} FROM ${table} WHERE project_id = ? LIMIT ?`,
      project,
      steps.length + 1,
    );
    if (all.length <= steps.length) return new Set(all.flat().filter((id) => id !== null));
    const probes = references.map(
      (column) =>
        `SELECT e.value FROM json_each(?2) e CROSS JOIN ${table} c ON c.project_id = ?1 AND c.${column} = e.value`,
    );
    const ids = JSON.stringify(steps.map(([, id]) => id));
    return new Set(this.#database.allArrays<[string]>(probes.join(" UNION ALL "), project, ids).flat());
  }
}
