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
const userMessages = "count(CASE WHEN type = 'user_message' THEN 1 END)";
const roots = `count(CASE WHEN parent_id IS NULL AND NOT ${isMessage} THEN 1 END)`;

/**
 * Fields of a thread that count its steps, by their names. `isOfThread` is the condition that a step `s` belongs to the
 * thread `r`.
 */
export function countsOfSteps(isOfThread: string): Readonly<Record<string, { readonly value: string }>> {
  const from = `FROM steps s WHERE ${isOfThread}`;
  return {
    stepCount: { value: `(SELECT count(*) ${from})` },
    toolCount: { value: `(SELECT count(*) ${from} AND s.type = 'tool')` },
    errorCount: { value: `(SELECT count(*) ${from} AND s.error IS NOT NULL)` },
    turnCount: { value: `(SELECT coalesce(nullif(${userMessages}, 0), ${roots}) ${from})` },
  };
}

/** SQL expressions that count the steps of a thread: its user messages, and its root steps that are not messages. */
export const turnColumns: string = `${userMessages} AS messages, ${roots} AS roots`;

export interface TurnRow {
  readonly messages: number;
  readonly roots: number;
}

export function turnsOf(row: TurnRow | undefined): number {
  return row === undefined ? 0 : row.messages || row.roots;
}
