import { maximumOutlineSteps, packOutline, type OutlineRow, type StepOutline } from "../step-outline.ts";
import type { Database } from "./database.ts";
import { nanoDollars } from "./generation-cost.ts";

const select = `
  SELECT s.id, s.parentId, s.type, s.name, s.createdAt, s.startTime, s.endTime, s.error IS NOT NULL AS hasError,
    g.type AS generationType, g.model, coalesce(g.givenInputTokenCount, g.inputTokenEstimate) AS inputTokenCount,
    coalesce(g.givenOutputTokenCount, g.outputTokenEstimate) AS outputTokenCount, g.tokenCount, g.ttFirstToken,
    g.cost / ${nanoDollars}.0 AS cost`;

const nothing: ReadonlySet<string> = new Set();

/** Reads outlines from the narrow tables alone. */
export class StepOutlines {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Of a thread; null when it is too long. */
  ofThread(project: number, threadId: string): StepOutline | null {
    const key = this.#database.get<{ key: number }>(
      "SELECT key FROM threads WHERE project = ? AND id = ?",
      project,
      threadId,
    )?.key;
    if (key === undefined) return packOutline([], { scored: nothing, attached: nothing });
    return this.#read(project, "steps s LEFT JOIN generations g ON g.step = s.key WHERE s.thread = ?", key);
  }

  /** Of the tree around a step; null when there is no such step, or too long a tree. */
  around(project: number, id: string): StepOutline | null {
    const root = this.#rootOf(project, id);
    if (root === null) return null;
    // UNION drops the steps that were reached before, which cuts cycles.
    const tree = `
      (WITH RECURSIVE tree (id) AS (
        VALUES (?2) UNION SELECT c.id FROM tree JOIN steps c ON c.project = ?1 AND c.parentId = tree.id
      ) SELECT id FROM tree)`;
    return this.#read(
      project,
      `${tree} t JOIN steps s ON s.project = ?1 AND s.id = t.id LEFT JOIN generations g ON g.step = s.key WHERE TRUE`,
      project,
      root,
    );
  }

  /** The outermost stored step around a step. */
  #rootOf(project: number, id: string): string | null {
    const seen = new Set<string>();
    let current: string | null = null;
    let next: string | null = id;
    while (next !== null && !seen.has(next)) {
      seen.add(next);
      const row: { parentId: string | null } | undefined = this.#database.get(
        "SELECT parentId FROM steps WHERE project = ? AND id = ?",
        project,
        next,
      );
      if (row === undefined) break;
      current = next;
      next = row.parentId;
    }
    return current;
  }

  #read(project: number, source: string, ...parameters: (string | number)[]): StepOutline | null {
    const rows = this.#database.all<OutlineRow>(
      `${select} FROM ${source} ORDER BY coalesce(s.startTime, s.createdAt), s.key LIMIT ${maximumOutlineSteps + 1}`,
      ...parameters,
    );
    if (rows.length > maximumOutlineSteps) return null;
    const ids = JSON.stringify(rows.map(({ id }) => id));
    return packOutline(rows, {
      scored: this.#subjects("scores", ["stepId", "generationId"], project, ids),
      attached: this.#subjects("attachments", ["stepId"], project, ids),
    });
  }

  /** Which of these steps a table of belongings points at. */
  #subjects(table: string, references: readonly string[], project: number, ids: string): ReadonlySet<string> {
    if (this.#database.get(`SELECT 1 FROM ${table} WHERE project = ? LIMIT 1`, project) === undefined) return nothing;
    const sql = references.map(
      (column) =>
        `SELECT e.value AS id FROM json_each(?2) e CROSS JOIN ${table} c ON c.project = ?1 AND c.${column} = e.value`,
    );
    const found = this.#database.all<{ id: string }>(sql.join(" UNION ALL "), project, ids);
    return new Set(found.map(({ id }) => id));
  }
}
