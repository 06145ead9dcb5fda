import { runWithContext } from "../context/run-with-context.ts";
import { contextFromTrace } from "../context/trace-context.ts";
import { describeError } from "../instrumentation/describe-error.ts";
import type { RecordingClient } from "../recording-client.ts";
import type { JsonObject } from "../types/json.ts";
import { SignatureError, verifyWebhook } from "./verify-webhook.ts";

/** Second argument of a task. Describes the call and its dataset item. */
export interface RemoteTaskContext {
  experimentId: string;
  datasetItemId: string;
  /** Number of the repetition, from 0. */
  repeat: number;
  /** Metadata of the dataset item. */
  metadata: JsonObject;
  /** Id of the call. A call that is repeated after a failure has the same id. */
  idempotencyKey: string;
  /** Aborts when the service cancels the call. */
  signal: AbortSignal;
}

/** Options of {@link createTaskHandler}. `Input` is the type of the inputs of the dataset. */
export interface TaskHandlerOptions<Input = JsonObject> {
  /** Signing secret of the model connection: `whsec_` and base64. */
  secret: string;
  /**
   * Returns the output for the input of a dataset item. If the function throws, the run of the item fails with this
   * error.
   */
  task: (input: Input, context: RemoteTaskContext) => unknown;
}

/** Maximum size of a request, in bytes. A request contains a dataset item with its metadata. */
const MAX_BYTES = 8_000_000;

/**
 * Creates a request handler through which the service runs the items of an experiment. The handler calls the task for
 * each item, and works with any server that has fetch-style handlers. It rejects requests without a valid signature
 * with the status 401. Everything that the task records becomes part of the run of its item.
 *
 * @example
 * ```ts
 * import { createTaskHandler, Threadline } from "@threadline/core";
 *
 * const client = new Threadline();
 * export const POST = createTaskHandler(client, {
 *   secret: process.env["TASK_SECRET"] ?? "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
 *   task: ({ question }) => ({ answer: `You asked: ${question}` }),
 * });
 * ```
 */
export function createTaskHandler<Input = JsonObject>(
  client: RecordingClient,
  { secret, task }: TaskHandlerOptions<Input>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== "POST") return answer(405, { error: "Only POST is allowed." });
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.length > MAX_BYTES) return answer(413, { error: "The request is too large." });
    let idempotencyKey: string;
    try {
      idempotencyKey = await verifyWebhook({ secret, headers: request.headers, body });
    } catch (error) {
      if (error instanceof SignatureError) return answer(401, { error: error.message });
      throw error;
    }
    const call = JSON.parse(new TextDecoder().decode(body)) as { type: string; input: Input } & Omit<
      RemoteTaskContext,
      "idempotencyKey" | "signal"
    >; // the signature proves that the service sent it
    if (call.type === "test") return answer(200, { output: "ready" });
    const { input, experimentId, datasetItemId, repeat, metadata } = call;
    const { signal } = request;
    const given = { experimentId, datasetItemId, repeat, metadata, idempotencyKey, signal };
    const context = { ...contextFromTrace(client, request.headers), environment: "experiment" as const };
    try {
      const output = await runWithContext(client, context, async () => task(input, given));
      return answer(200, { output: output ?? null });
    } catch (error) {
      return answer(200, { error: describeError(error) });
    } finally {
      // Sends the records before the response is returned, because a serverless function may be stopped after its
      // response.
      await client.flush();
    }
  };
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status });
}
