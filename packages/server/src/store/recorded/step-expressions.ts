type StepAlias = "r" | "s";

/** Name of the API key that recorded a step; null if no key did, or if the project does not have the key. */
export function knownApiKeyNameOf(step: StepAlias): string {
  return `(SELECT k.name FROM api_keys k WHERE k.project_id = ${step}.project_id AND k.id = ${step}.api_key_id)`;
}

/** Name of the API key that recorded a step, or its id if the project does not have the key. Null if no key did. */
export function apiKeyNameOf(step: StepAlias): string {
  return `coalesce(${knownApiKeyNameOf(step)}, ${step}.api_key_id)`;
}

/** Seconds from the start to the end of a step `r`; null if either is missing. */
export const stepDuration = "(CAST(r.end_time - r.start_time AS double precision) / 1000)";

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
