import { fromJsonText } from "../json-texts.ts";
import { endSteps, type ThreadEnds } from "../thread-ends.ts";
import { payloadRow } from "./rows-by.ts";
import type { Session } from "./session.ts";

/** The order of insertion, from one end: an index has it, so that a long thread costs no more than a short one. */
const nearest = (direction: "ASC" | "DESC"): string => `
  SELECT key, project_id, period, type, parent_id, coalesce(start_time, created_at) AS at FROM steps
  WHERE project_id = $1 AND thread_id = t.id
  ORDER BY created_at ${direction}, key ${direction} LIMIT ${endSteps}`;
const withPayload = `CROSS JOIN LATERAL ${payloadRow} p`;

const isMessage = "s.type IN ('user_message', 'assistant_message', 'system_message')";
const opening = `
  SELECT coalesce(p.input, p.output) AS content FROM (${nearest("ASC")}) s ${withPayload}
  WHERE s.type <> 'assistant_message' AND (p.input IS NOT NULL OR (${isMessage} AND p.output IS NOT NULL))
  ORDER BY s.parent_id IS NOT NULL, s.type = 'system_message', s.at, s.key LIMIT 1`;
const closing = `
  SELECT p.output AS content FROM (${nearest("DESC")}) s ${withPayload}
  WHERE s.type NOT IN ('user_message', 'system_message') AND p.output IS NOT NULL
  ORDER BY s.parent_id IS NOT NULL, s.at DESC, s.key DESC LIMIT 1`;
const selectEnds = `
  SELECT t.id, o.content AS opening, c.content AS closing FROM unnest($2::text[]) t (id)
  LEFT JOIN LATERAL (${opening}) o ON TRUE LEFT JOIN LATERAL (${closing}) c ON TRUE`;

interface EndsRow {
  readonly id: string;
  readonly opening: string | null;
  readonly closing: string | null;
}

/** Reads the first input and last output of each thread. */
export async function readThreadEnds(
  session: Session,
  project: number,
  threadIds: readonly string[],
): Promise<ThreadEnds[]> {
  const rows = await session.all<EndsRow>(selectEnds, project, threadIds);
  const ends = new Map(rows.map(({ id, opening: first, closing: last }) => [id, toEnds(first, last)]));
  return threadIds.map((id) => ends.get(id) ?? toEnds(null, null));
}

function toEnds(first: string | null, last: string | null): ThreadEnds {
  return { opening: fromJsonText(first), closing: fromJsonText(last) };
}
