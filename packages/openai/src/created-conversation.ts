import { toObject, toText } from "./mapping/wire.ts";
import type { ObservedCall } from "./observed-call.ts";

/** Creates a conversation for responses: its id is noted, and nothing is recorded. */
export class CreatedConversation implements ObservedCall {
  readonly asksForUsage = false;
  readonly #note: (id: string) => void;

  constructor(note: (id: string) => void) {
    this.#note = note;
  }

  parsed(data: unknown): void {
    const id = toText(toObject(data)["id"]);
    if (id !== undefined) this.#note(id);
  }

  received(): void {}
  streamEnded(): void {}
  responded(): void {}
  failed(): void {}
  lost(): void {}
  attach(): void {}
}
