import { DeliveryError } from "../delivery/delivery-error.ts";
import type { RecordingClient } from "../recording-client.ts";
import { Step } from "../step.ts";
import type { AttachmentConstructor } from "../types/files.ts";
import type { FoundFile } from "./files.ts";

/** Maximum total size of queued files, in bytes or base64 characters. */
const MAX_WAITING = 64 * 1024 * 1024;

/** Uploads files of calls in the background, one after another, and attaches them to their steps. */
export class Uploads {
  readonly #client: RecordingClient;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(client: RecordingClient) {
    this.#client = client;
  }

  add(step: Step, files: readonly FoundFile[]): void {
    const size = files.reduce(
      (sum, { content }) => sum + (typeof content === "string" ? content.length : content.size),
      0,
    );
    if (files.length === 0 || !this.#client.recordsFiles || !step.isRecorded) return;
    if (this.#waiting + size > MAX_WAITING) {
      this.#client.onError(
        new DeliveryError(
          `The files of ${step.id} (${files.length}) were dropped, because at most ${MAX_WAITING} bytes can wait to be uploaded`,
        ),
      );
      return;
    }
    this.#waiting += size;
    const stopWaiting = this.#client.delivery.beforeFlush(() => this.#last);
    this.#last = this.#last
      .then(() => this.#upload(step, files))
      .catch((error: unknown) => this.#client.onError(error))
      .finally(() => {
        this.#waiting -= size;
        stopWaiting();
      });
  }

  async #upload(step: Step, files: readonly FoundFile[]): Promise<void> {
    const attachments: AttachmentConstructor[] = [];
    for (const { id, name, mime, content } of files) {
      const bytes = typeof content === "string" ? decodeBase64(content) : content;
      // `uploadFile` passes its errors to `onError`.
      const { objectKey } = await this.#client.api.uploadFile({ content: bytes, id, mime, threadId: step.threadId });
      if (objectKey !== null) attachments.push({ id, name, mime, objectKey });
    }
    if (attachments.length === 0) return;
    // This record only adds the attachments to the step. The service merges records with the same id, so it keeps the
    // fields that were sent before.
    const { id, name, type } = step;
    this.#client.delivery.addStep(new Step(this.#client, { id, name, type, attachments }, true));
  }
}

/** Decodes base64 that may consist of several chunks with their own padding, as in streamed audio. */
function decodeBase64(text: string): Blob {
  const pieces = text.match(/[^=]+=*/gu) ?? [];
  return new Blob(pieces.map(decodePiece));
}

function decodePiece(text: string): Uint8Array<ArrayBuffer> {
  // `Buffer` is many times faster than `atob`.
  if (typeof Buffer !== "undefined") return Buffer.from(text, "base64");
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
