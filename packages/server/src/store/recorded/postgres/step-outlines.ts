import { nanoDollars } from "../../prices/generation-cost.ts";
import {
  maximumOutlineSteps,
  packOutline,
  type OutlineCall,
  type OutlineStep,
  type StepOutline,
} from "../../step-outline.ts";
import type { StepType } from "../../step-type.ts";
import { oneRow } from "../../session/postgres/rows-by.ts";
import type { Parameter, Session } from "../../session/postgres/session.ts";

interface OutlineRow {
  readonly key: number;
  readonly id: string;
  readonly parentId: string | null;
  readonly type: StepType;
  readonly name: string | null;
  readonly createdAt: number;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly hasError: boolean;
  readonly startMicros: number;
  readonly isCall: boolean;
  readonly model: string | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly tokens: number | null;
  readonly firstToken: number | null;
  readonly cost: number | null;
  readonly isScored: boolean;
  readonly isAttached: boolean;
}

const columns = `
  s.key, s.id, s.parent_id, s.type, s.name, s.created_at, s.start_time, s.end_time, s.error IS NOT NULL AS has_error,
  s.start_micros,
  s.generation_type IS NOT NULL AS is_call, s.model, s.token_count AS tokens, s.tt_first_token AS first_token, s.cost,
  coalesce(s.given_input_token_count, s.input_token_estimate) AS input_tokens,
  coalesce(s.given_output_token_count, s.output_token_estimate) AS output_tokens,
  EXISTS (SELECT 1 FROM scores c WHERE c.project_id = @project AND c.step_id = s.id)
    OR EXISTS (SELECT 1 FROM scores c WHERE c.project_id = @project AND c.generation_id = s.id) AS is_scored,
  EXISTS (SELECT 1 FROM attachments a WHERE a.project_id = @project AND a.step_id = s.id) AS is_attached`;

/** Returns the steps of a thread without payloads. Null if there are more than {@link maximumOutlineSteps} steps. */
export function outlineOfThread(session: Session, project: number, threadId: string): Promise<StepOutline | null> {
  return read(session, "steps s WHERE s.project_id = ? AND s.thread_id = ?", project, threadId);
}

/**
 * Returns the steps of the tree around a step, without payloads. Null if the step is unknown, or if the tree has more
 * than {@link maximumOutlineSteps} steps.
 */
export async function outlineAround(session: Session, project: number, id: string): Promise<StepOutline | null> {
  const root = await rootOf(session, project, id);
  if (root === null) return null;
  // UNION drops steps that were already reached, which ends cycles.
  const tree = `
    (WITH RECURSIVE tree (id) AS (
      VALUES ($2::text COLLATE "C")
      UNION SELECT c.id FROM tree JOIN steps c ON c.project_id = $1 AND c.parent_id = tree.id
    ) SELECT id FROM tree)`;
  return read(session, `${tree} w CROSS JOIN LATERAL ${oneRow("steps", "$1", "id", "w.id")} s`, project, root);
}

/** Returns the outermost stored ancestor of a step. */
async function rootOf(session: Session, project: number, id: string): Promise<string | null> {
  // The column `path` contains the ids of the steps that were reached, to detect cycles. The last step before a cycle
  // counts as the outermost.
  const sql = `
    WITH RECURSIVE above (id, parent_id, depth, path) AS (
      SELECT id, parent_id, 0, ARRAY[id] FROM steps WHERE project_id = $1 AND id = $2
      UNION ALL
      SELECT p.id, p.parent_id, above.depth + 1, above.path || p.id FROM above
      JOIN steps p ON p.project_id = $1 AND p.id = above.parent_id AND NOT p.id = ANY(above.path)
    ) SELECT id FROM above ORDER BY depth DESC LIMIT 1`;
  return (await session.get<{ id: string }>(sql, project, id))?.id ?? null;
}

async function read(session: Session, from: string, ...parameters: readonly Parameter[]): Promise<StepOutline | null> {
  const sql = `SELECT ${columns} FROM ${from} LIMIT ${maximumOutlineSteps + 1}`;
  const rows = await session.all<OutlineRow>(sql, ...parameters);
  if (rows.length > maximumOutlineSteps) return null;
  return packOutline({
    steps: rows.map((row) => toStep(row)),
    calls: rows.filter(({ isCall }) => isCall).map((row) => toCall(row)),
    scored: new Set(rows.filter(({ isScored }) => isScored).map(({ id }) => id)),
    attached: new Set(rows.filter(({ isAttached }) => isAttached).map(({ id }) => id)),
  });
}

function toStep(row: OutlineRow): OutlineStep {
  const { key, id, parentId, type, name, createdAt, startTime, endTime, hasError, startMicros } = row;
  return [key, id, parentId, type, name, createdAt, startTime, endTime, Number(hasError), startMicros];
}

function toCall({ key, model, inputTokens, outputTokens, tokens, firstToken, cost }: OutlineRow): OutlineCall {
  return [key, model, inputTokens, outputTokens, tokens, firstToken, cost === null ? null : cost / nanoDollars];
}
