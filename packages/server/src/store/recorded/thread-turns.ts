const isMessage = "type IN ('user_message', 'assistant_message', 'system_message')";

/** SQL expressions that count the steps of a thread: its user messages, and its root steps that are not messages. */
export const turnColumns: string = `
  count(CASE WHEN type = 'user_message' THEN 1 END) AS messages,
  count(CASE WHEN parent_id IS NULL AND NOT ${isMessage} THEN 1 END) AS roots`;

export interface TurnRow {
  readonly messages: number;
  readonly roots: number;
}

export function turnsOf(row: TurnRow | undefined): number {
  return row === undefined ? 0 : row.messages || row.roots;
}
