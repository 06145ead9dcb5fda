import { fromJsonText } from "../json-texts.ts";
import { endSteps, type ThreadEnds } from "../thread-ends.ts";
import type { Database } from "./database.ts";

/** The order of insertion, from one end: an index has it, so that a long thread costs no more than a short one. */
const nearest = (direction: "ASC" | "DESC"): string => `
  SELECT key, type, parent_id, coalesce(start_time, created_at) AS at FROM steps
  WHERE thread = (SELECT key FROM threads WHERE project_id = ? AND id = ?)
  ORDER BY created_at ${direction}, key ${direction} LIMIT ${endSteps}`;

const isMessage = "s.type IN ('user_message', 'assistant_message', 'system_message')";
const selectOpening = `
  SELECT coalesce(p.input, p.output) AS content FROM (${nearest("ASC")}) s JOIN step_payloads p ON p.step = s.key
  WHERE s.type <> 'assistant_message' AND (p.input IS NOT NULL OR (${isMessage} AND p.output IS NOT NULL))
  ORDER BY s.parent_id IS NOT NULL, s.type = 'system_message', s.at, s.key LIMIT 1`;
const selectClosing = `
  SELECT p.output AS content FROM (${nearest("DESC")}) s JOIN step_payloads p ON p.step = s.key
  WHERE s.type NOT IN ('user_message', 'system_message') AND p.output IS NOT NULL
  ORDER BY s.parent_id IS NOT NULL, s.at DESC, s.key DESC LIMIT 1`;

/** Reads the first input and last output of each thread. */
export function readThreadEnds(database: Database, project: number, threadIds: readonly string[]): ThreadEnds[] {
  const content = (sql: string, id: string): ThreadEnds["opening"] =>
    fromJsonText(database.get<{ content: string }>(sql, project, id)?.content ?? null);
  return threadIds.map((id) => ({ opening: content(selectOpening, id), closing: content(selectClosing, id) }));
}
