import { fromJsonText } from "../../json-texts.ts";
import { contentColumns } from "../../ingest/sqlite/packed-payload.ts";
import type { Database } from "../../session/sqlite/database.ts";
import type { ThreadEnds } from "../../threads.ts";
import { selectEnds } from "../thread-ends.ts";

// Selects only keys, so that only the content of a single step is read and decompressed.
const { opening, closing } = selectEnds({
  steps: `
    SELECT key, type, parent_id, coalesce(start_time, created_at) AS at FROM steps
    WHERE thread = (SELECT key FROM threads WHERE project_id = ? AND id = ?)`,
  payload: "JOIN step_payloads p ON p.step = s.key",
  column: "s.key",
});
const contentOf = (expression: string, step: string): string =>
  `SELECT ${expression} AS content FROM step_payloads p WHERE p.step = (${step})`;
const { input, output } = contentColumns;
const openingContent = contentOf(`coalesce(${input}, ${output})`, opening);
const closingContent = contentOf(output, closing);

export function readThreadEnds(database: Database, project: number, threadIds: readonly string[]): ThreadEnds[] {
  const content = (sql: string, id: string): ThreadEnds["opening"] =>
    fromJsonText(database.get<{ content: string }>(sql, project, id)?.content ?? null);
  return threadIds.map((id) => ({ opening: content(openingContent, id), closing: content(closingContent, id) }));
}
