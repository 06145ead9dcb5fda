import { changeUsages, mayMoveUsage, type UsageChange, type UsageNode } from "../usage-tree.ts";
import { oneRow } from "../../session/postgres/rows-by.ts";
import type { Session } from "../../session/postgres/session.ts";

interface KeyedNode extends UsageNode {
  readonly key: number;
}

interface StoredNode extends KeyedNode {
  readonly isRun: boolean;
}

const sums = `
  coalesce(u.token_count, 0) AS token_count, coalesce(u.counted_steps, 0) AS counted_steps,
  coalesce(u.cost, 0) AS cost, coalesce(u.priced_steps, 0) AS priced_steps`;
const selectChildren = `
  SELECT c.id, c.parent_id, c.key, ${sums} FROM unnest($2::text[]) AS w (id)
  CROSS JOIN LATERAL (
    SELECT x.id, x.parent_id, x.key FROM steps x WHERE x.project_id = $1 AND x.parent_id = w.id OFFSET 0
  ) c CROSS JOIN LATERAL ${oneRow("step_usages", "$1", "step", "c.key")} u`;
const selectAbove = `
  WITH RECURSIVE above (id) AS (
    SELECT w.id COLLATE "C" FROM unnest($2::text[]) AS w (id)
    UNION SELECT s.parent_id FROM above CROSS JOIN LATERAL ${oneRow("steps", "$1", "id", "above.id")} s
    WHERE s.parent_id IS NOT NULL
  )
  SELECT s.id, s.parent_id, s.key, s.type = 'run' AS is_run, ${sums} FROM above
  CROSS JOIN LATERAL ${oneRow("steps", "$1", "id", "above.id")} s
  LEFT JOIN LATERAL ${oneRow("step_usages", "$1", "step", "s.key")} u ON TRUE`;
const store = `
  INSERT INTO step_usages (project_id, step, is_run, token_count, counted_steps, cost, priced_steps)
  VALUES (
    $1, unnest($2::bigint[]), unnest($3::boolean[]), unnest($4::float8[]), unnest($5::integer[]), unnest($6::float8[]),
    unnest($7::integer[])
  )
  ON CONFLICT (project_id, step) DO UPDATE SET token_count = EXCLUDED.token_count,
    counted_steps = EXCLUDED.counted_steps, cost = EXCLUDED.cost, priced_steps = EXCLUDED.priced_steps`;
const updateTypes = `
  UPDATE step_usages u SET is_run = s.type = 'run' FROM steps s
  WHERE u.project_id = $1 AND u.step = ANY($2::bigint[]) AND s.project_id = $1 AND s.key = u.step`;
const recount = `
  WITH RECURSIVE tree (root, key, id) AS (
    SELECT s.key, s.key, s.id FROM unnest($2::text[]) AS w (id)
    CROSS JOIN LATERAL ${oneRow("steps", "$1", "id", "w.id")} s
    UNION SELECT tree.root, c.key, c.id FROM tree JOIN steps c ON c.project_id = $1 AND c.parent_id = tree.id
  )
  SELECT tree.root AS key, (SELECT r.type = 'run' FROM steps r WHERE r.project_id = $1 AND r.key = tree.root) AS is_run,
    coalesce(sum(s.token_count), 0) AS token_count, count(s.token_count)::int AS counted_steps,
    coalesce(sum(s.cost), 0) AS cost, count(s.cost)::int AS priced_steps
  FROM tree JOIN steps s ON s.project_id = $1 AND s.key = tree.key GROUP BY tree.root`;

/**
 * Updates the totals of step trees at the end of a transaction. Other transactions may write steps of the same trees.
 * A lock on the totals of the project makes them wait. `removed` contains the steps that this transaction has deleted,
 * by id.
 */
export async function applyUsageChanges(
  session: Session,
  project: number,
  noted: readonly UsageChange[],
  removed: ReadonlyMap<string, { readonly key: number; readonly parentId: string | null }>,
): Promise<void> {
  if (!noted.some((change) => mayMoveUsage(change, change.before === null))) return;
  await session.holdLock("usages", project);
  const created = noted.flatMap(({ id, before }) => (before === null ? id : []));
  const children = created.length === 0 ? [] : await session.all<KeyedNode>(selectChildren, project, created);
  const parents = new Set(children.map(({ parentId }) => parentId));
  const changes = noted.filter((change) => mayMoveUsage(change, parents.has(change.id)));
  if (changes.length === 0) return;
  const ids = changes.flatMap(({ id, before, after }) => [id, before?.parentId ?? id, after?.parentId ?? id]);
  const above = await session.all<StoredNode>(selectAbove, project, [...new Set(ids)]);
  const nodes = [...(await takeRemoved(session, project, removed)), ...above];
  const changed = changeUsages(changes, { nodes, children });
  if (changed === null) {
    const all = new Set([...nodes, ...changes].map(({ id }) => id));
    await storeSums(session, project, await session.all<StoredNode>(recount, project, [...all]));
    return;
  }
  const stored = new Map(above.map(({ id, key, isRun }) => [id, { key, isRun }]));
  const kept = changed.flatMap((node) => {
    const place = stored.get(node.id);
    return place === undefined ? [] : [{ ...node, ...place }];
  });
  await storeSums(session, project, kept);
}

export async function updateTypesOfUsages(session: Session, project: number, steps: readonly number[]): Promise<void> {
  if (steps.length === 0) return;
  await session.holdLock("usages", project);
  await session.run(updateTypes, project, steps);
}

async function takeRemoved(
  session: Session,
  project: number,
  removed: ReadonlyMap<string, { readonly key: number; readonly parentId: string | null }>,
): Promise<KeyedNode[]> {
  if (removed.size === 0) return [];
  const sql = `DELETE FROM step_usages u WHERE u.project_id = ? AND u.step = ANY(?) RETURNING u.step AS key, ${sums}`;
  const keys = [...removed.values()].map(({ key }) => key);
  const rows = await session.all<Omit<KeyedNode, "id" | "parentId">>(sql, project, keys);
  const sumsOf = new Map(rows.map((row) => [row.key, row]));
  const none = { tokenCount: 0, countedSteps: 0, cost: 0, pricedSteps: 0 };
  return [...removed].map(([id, { key, parentId }]) => ({ ...none, ...sumsOf.get(key), id, parentId, key }));
}

async function storeSums(
  session: Session,
  project: number,
  nodes: readonly Omit<StoredNode, "id" | "parentId">[],
): Promise<void> {
  if (nodes.length === 0) return;
  await session.run(
    store,
    project,
    nodes.map(({ key }) => key),
    nodes.map(({ isRun }) => isRun),
    nodes.map(({ tokenCount, countedSteps }) => (countedSteps > 0 ? tokenCount : null)),
    nodes.map(({ countedSteps }) => countedSteps),
    nodes.map(({ cost, pricedSteps }) => (pricedSteps > 0 ? cost : null)),
    nodes.map(({ pricedSteps }) => pricedSteps),
  );
}
