import { changeUsages, mayMoveUsage, type UsageChange, type UsageNode, type UsagePart } from "../usage-tree.ts";
import type { Database } from "../../session/sqlite/database.ts";

const columns = (row: string): string => `
  ${row}.id, ${row}.parent_id AS parentId, coalesce(${row}.usage_token_count, 0) AS tokenCount,
  ${row}.usage_counted_steps AS countedSteps, coalesce(${row}.usage_cost, 0) AS cost, ${row}.usage_priced_steps AS pricedSteps`;
const selectKeys = `SELECT ${columns("s")} FROM steps s WHERE s.key IN (SELECT value FROM json_each(?))`;
const selectChildren = `
  SELECT ${columns("c")} FROM json_each(?2) w CROSS JOIN steps c ON c.project_id = ?1 AND c.parent_id = w.value
  WHERE c.usage_counted_steps > 0 OR c.usage_priced_steps > 0`;
const selectAbove = `
  WITH RECURSIVE above (id) AS (
    SELECT value FROM json_each(?2)
    UNION SELECT s.parent_id FROM above CROSS JOIN steps s ON s.project_id = ?1 AND s.id = above.id
      WHERE s.parent_id IS NOT NULL
  )
  SELECT ${columns("s")} FROM above CROSS JOIN steps s ON s.project_id = ?1 AND s.id = above.id`;
const update = `
  UPDATE steps SET usage_token_count = ?, usage_counted_steps = ?, usage_cost = ?, usage_priced_steps = ?
  WHERE project_id = ? AND id = ?`;
const recount = `
  UPDATE steps SET (usage_token_count, usage_counted_steps, usage_cost, usage_priced_steps) = (
    WITH RECURSIVE tree (key, id) AS (
      VALUES (steps.key, steps.id)
      UNION SELECT c.key, c.id FROM tree CROSS JOIN steps c ON c.project_id = ?1 AND c.parent_id = tree.id
    )
    SELECT sum(g.token_count), count(g.token_count), sum(g.cost), count(g.cost)
    FROM tree LEFT JOIN generations g ON g.step = tree.key
  ) WHERE project_id = ?1 AND id = ?2`;

/** Updates the usage of step trees: collects the changes of a batch, then applies them together. */
export class StepUsages {
  readonly #database: Database;
  readonly #project: number;
  readonly #changes: UsageChange[] = [];
  readonly #removed: UsageNode[] = [];

  constructor(database: Database, project: number) {
    this.#database = database;
    this.#project = project;
  }

  /** Collects a change of a step. `before` is null for a created step, and `after` is null for a deleted one. */
  note(id: string, before: UsagePart | null, after: UsagePart | null): void {
    this.#changes.push({ id, before, after });
  }

  keep(keys: readonly number[]): void {
    this.#removed.push(...this.#database.all<Row>(selectKeys, JSON.stringify(keys)));
  }

  apply(): void {
    const project = this.#project;
    const created = this.#changes.flatMap(({ id, before }) => (before === null ? id : []));
    const children = created.length === 0 ? [] : this.#find(selectChildren, created);
    const parents = new Set(children.map(({ parentId }) => parentId));
    const changes = this.#changes.filter((change) => mayMoveUsage(change, parents.has(change.id)));
    if (changes.length === 0) return;
    const above = this.#find(
      selectAbove,
      changes.flatMap(({ id, before, after }) => [id, before?.parentId ?? id, after?.parentId ?? id]),
    );
    const nodes = [...this.#removed, ...above];
    const changed = changeUsages(changes, { nodes, children });
    if (changed === null) {
      const ids = new Set([...nodes, ...changes].map(({ id }) => id));
      for (const id of ids) this.#database.run(recount, project, id);
      return;
    }
    for (const { id, tokenCount, countedSteps, cost, pricedSteps } of changed) {
      const [tokens, dollars] = [countedSteps > 0 ? tokenCount : null, pricedSteps > 0 ? cost : null];
      this.#database.run(update, tokens, countedSteps, dollars, pricedSteps, project, id);
    }
  }

  #find(sql: string, ids: readonly string[]): UsageNode[] {
    return this.#database.all<Row>(sql, this.#project, JSON.stringify([...new Set(ids)]));
  }
}

type Row = { [Name in keyof UsageNode]: UsageNode[Name] };
