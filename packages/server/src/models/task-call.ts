import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { explainFailure } from "./explain-failure.ts";
import type { ModelFailure, OpenConnection } from "./model-call.ts";
import { baseUrlOf } from "./open-model.ts";
import { SecretFilter } from "./secret-filter.ts";
import { readSigningSecret, signatureHeaders } from "./sign-webhook.ts";

const totalMs = 10 * 60_000;

export interface TaskCall {
  /** Id of the call, the same each time the call is repeated, so that the task can recognize a repetition. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly body: JsonObject;
  /**
   * Headers with which the task can continue the trace of this call. Steps that the task records then become children
   * of this call's step.
   */
  readonly trace: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  /** Aborts when the task took too long. Default: after 10 minutes. */
  readonly timeout?: AbortSignal | undefined;
}

export interface TaskOutcome {
  readonly output: JsonValue;
  /** Error message that the task returned; null without one. */
  readonly error: string | null;
  readonly durationMs: number;
  /** Reason why the task could not be called, or gave no valid response; null after a valid response. */
  readonly failure: ModelFailure | null;
}

/** Calls a task with a signed request. Failures are part of the outcome. */
export async function callTask(
  open: OpenConnection,
  { id, at, body, trace, signal, timeout = AbortSignal.timeout(totalMs) }: TaskCall,
  fetchTask: typeof fetch,
): Promise<TaskOutcome> {
  const startedAt = performance.now();
  const outcome = (fields: Partial<TaskOutcome>): TaskOutcome => ({
    output: null,
    error: null,
    failure: null,
    durationMs: performance.now() - startedAt,
    ...fields,
  });
  const key = readSigningSecret(open.secrets.apiKey);
  if (key === null) {
    const message = "The connection has no signing secret. Set it in the project settings.";
    return outcome({ failure: { problem: "keyRejected", message } });
  }
  const text = JSON.stringify(body);
  const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const response = await fetchTask(baseUrlOf(open.connection), {
      method: "POST",
      body: text,
      headers: {
        ...Object.fromEntries(open.secrets.headers.map(({ name, value }) => [name, value])),
        ...trace,
        "content-type": "application/json",
        accept: "application/json",
        ...signatureHeaders(key, { id, at, body: text }),
      },
      signal: ended,
    });
    const responseBody = await response.text();
    if (!response.ok) {
      const error = {
        statusCode: response.status,
        responseBody,
        responseHeaders: Object.fromEntries(response.headers),
      };
      return outcome({ failure: explainFailure(error, open, "") });
    }
    const answer = readAnswer(responseBody);
    if (answer === null) {
      const message = "The task did not return a JSON object with `output` or `error`";
      return outcome({ failure: { problem: "requestRejected", message } });
    }
    const filter = new SecretFilter(open);
    if (answer.error === undefined) return outcome({ output: filter.json(answer.output ?? null) });
    const { error } = answer;
    return outcome({ error: String(filter.json(typeof error === "string" ? error : JSON.stringify(error))) });
  } catch (error) {
    return outcome({ failure: explainFailure(ended.aborted ? ended.reason : error, open, "") });
  }
}

function readAnswer(text: string): { readonly output?: JsonValue; readonly error?: JsonValue } | null {
  try {
    const answer = JSON.parse(text) as JsonValue;
    const isAnswer = typeof answer === "object" && answer !== null && !Array.isArray(answer);
    if (!isAnswer || (answer["output"] === undefined && answer["error"] == null)) return null;
    const { output, error } = answer;
    return { ...(output !== undefined && { output }), ...(error != null && { error }) };
  } catch {
    return null;
  }
}
