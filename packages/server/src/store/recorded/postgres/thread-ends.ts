import { fromJsonText } from "../../json-texts.ts";
import type { ThreadEnds } from "../../threads.ts";
import { selectEnds } from "../thread-ends.ts";
import { payloadRow } from "../../session/postgres/rows-by.ts";
import type { Session } from "../../session/postgres/session.ts";

const { opening, closing } = selectEnds({
  steps: `
    SELECT key, project_id, period, type, parent_id, coalesce(start_time, created_at) AS at FROM steps
    WHERE project_id = $1 AND thread_id = t.id`,
  payload: `CROSS JOIN LATERAL ${payloadRow} p`,
});
const selectAll = `
  SELECT t.id, o.content AS opening, c.content AS closing FROM unnest($2::text[]) t (id)
  LEFT JOIN LATERAL (${opening}) o ON TRUE LEFT JOIN LATERAL (${closing}) c ON TRUE`;

interface EndsRow {
  readonly id: string;
  readonly opening: string | null;
  readonly closing: string | null;
}

export async function readThreadEnds(
  session: Session,
  project: number,
  threadIds: readonly string[],
): Promise<ThreadEnds[]> {
  const rows = await session.all<EndsRow>(selectAll, project, threadIds);
  const ends = new Map(rows.map(({ id, opening: first, closing: last }) => [id, toEnds(first, last)]));
  return threadIds.map((id) => ends.get(id) ?? toEnds(null, null));
}

function toEnds(first: string | null, last: string | null): ThreadEnds {
  return { opening: fromJsonText(first), closing: fromJsonText(last) };
}
