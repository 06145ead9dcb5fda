import type { RecordingClient } from "@threadline/core";
import { describeError, type ObservedCall, toObject, toText } from "@threadline/core/internal";
import { Step } from "@threadline/core/recording";
import { batchStepId } from "./batch-requests.ts";
import { messages } from "./mapping/messages-api.ts";

/** Records the results of a batch. When the caller reads a result, the step of its request is completed. */
export class BatchResults implements ObservedCall {
  readonly asksForUsage = false;
  readonly #client: RecordingClient;
  readonly #batchId: string;
  readonly #provider: string;

  constructor(client: RecordingClient, batchId: string, provider: string) {
    this.#client = client;
    this.#batchId = batchId;
    this.#provider = provider;
  }

  received(event: unknown): void {
    const { custom_id: customId, result } = toObject(event);
    const { type, message, error } = toObject(result);
    const id = batchStepId(this.#batchId, toText(customId) ?? "");
    const { generation } = messages.readResponse(toObject(message));
    const failure = type === "succeeded" ? undefined : readFailure(type, error);
    const metadata = { ...generation.metadata, batchId: this.#batchId, customId: toText(customId) ?? null };
    const step = new Step(
      this.#client,
      {
        id,
        type: "llm",
        name: generation.model ?? messages.name,
        endTime: new Date().toISOString(),
        ...(failure !== undefined && { error: failure }),
        generation: { type: "CHAT", ...generation, provider: this.#provider, error: failure, metadata },
      },
      true,
    );
    if (this.#client.isSampled(id)) this.#client.delivery.addStep(step);
  }

  responded(): void {}
  parsed(): void {}
  streamEnded(): void {}
  failed(): void {}
  lost(): void {}
  attach(): void {}
}

function readFailure(type: unknown, error: unknown): string {
  const { error: inner } = toObject(error);
  const { type: name, message } = toObject(inner ?? error);
  const text = toText(message);
  return text === undefined ? describeError(toText(type) ?? "failed") : `${toText(name) ?? "error"}: ${text}`;
}
