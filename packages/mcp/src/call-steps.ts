import type { RecordingClient, Step } from "@threadline/core";
import { type Message, readResult, readTool, type RequestId } from "./messages.ts";

/** Maximum number of open calls per transport. Beyond it, the oldest is dropped. */
const MAX_OPEN = 10_000;

interface OpenCall {
  readonly step: Step;
  readonly endPreview: () => void;
}

/**
 * Steps of calls without a response, by request id. The two sides of a transport choose ids independently, so each
 * direction needs its own instance.
 */
export class CallSteps {
  readonly #client: RecordingClient;
  readonly #open = new Map<RequestId, OpenCall>();

  constructor(client: RecordingClient) {
    this.#client = client;
  }

  begin(id: RequestId, message: Message, side: "client" | "server"): Step {
    const step = this.#client.step({ type: "tool", ...readTool(message) });
    step.metadata = { ...step.metadata, mcp: side };
    const endPreview = step.isRecorded ? this.#client.delivery.previewStep(step) : () => undefined;
    this.#open.set(id, { step, endPreview });
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN && oldest !== undefined) this.#open.delete(oldest);
    return step;
  }

  /** Ends the step with the response to the call. Other messages are ignored. */
  end(id: RequestId | undefined, message: Message): void {
    if (id === undefined || !this.#open.has(id)) return;
    const { output, error } = readResult(message);
    this.#close(id, (step) => {
      if (output !== undefined) step.output = output;
      if (error !== undefined) step.error = error;
    });
  }

  fail(id: RequestId | undefined, error: string): void {
    if (id !== undefined) this.#close(id, (step) => (step.error = error));
  }

  cancel(id: RequestId | undefined): void {
    if (id !== undefined) this.#close(id, (step) => (step.metadata = { ...step.metadata, aborted: true }));
  }

  failAll(error: string): void {
    for (const id of this.#open.keys()) this.fail(id, error);
  }

  #close(id: RequestId, complete: (step: Step) => void): void {
    const call = this.#open.get(id);
    if (call === undefined) return;
    this.#open.delete(id);
    const { step, endPreview } = call;
    endPreview();
    step.endTime = new Date().toISOString();
    complete(step);
    if (step.isRecorded) this.#client.delivery.addStep(step);
  }
}
