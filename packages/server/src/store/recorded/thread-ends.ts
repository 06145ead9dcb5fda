import { endSteps } from "../threads.ts";

const isMessage = "s.type IN ('user_message', 'assistant_message', 'system_message')";

export interface EndStatements {
  readonly opening: string;
  readonly closing: string;
}

/**
 * Returns two statements for a thread. `opening` selects the first input of the thread, and `closing` the last output,
 * each as one row with the column `content`. If the SQL expression `column` is given, `content` is its value for the
 * step with this input or output. For example, `column` can select the key of the step.
 *
 * - `steps`: query of the thread's steps with their key, type, parent and time (`at`).
 * - `payload`: join of the payload `p` of the step `s`.
 */
export function selectEnds({
  steps,
  payload,
  column,
}: {
  readonly steps: string;
  readonly payload: string;
  readonly column?: string | undefined;
}): EndStatements {
  const nearest = (direction: "ASC" | "DESC"): string =>
    `(${steps} ORDER BY created_at ${direction}, key ${direction} LIMIT ${endSteps}) s ${payload}`;
  return {
    opening: `
      SELECT ${column ?? "coalesce(p.input, p.output)"} AS content FROM ${nearest("ASC")}
      WHERE s.type <> 'assistant_message' AND (p.input IS NOT NULL OR (${isMessage} AND p.output IS NOT NULL))
      ORDER BY s.parent_id IS NOT NULL, s.type = 'system_message', s.at, s.key LIMIT 1`,
    closing: `
      SELECT ${column ?? "p.output"} AS content FROM ${nearest("DESC")}
      WHERE s.type NOT IN ('user_message', 'system_message') AND p.output IS NOT NULL
      ORDER BY s.parent_id IS NOT NULL, s.at DESC, s.key DESC LIMIT 1`,
  };
}
