import { ingestStepsBody, makeBatches } from "./workload.ts";

const digits = 8;
const placeholder = "#".repeat(digits);
export const batchSize = 100;
const threadsOfBatch = batchSize / 20;

/**
 * Creates request bodies that differ only in their ids. This takes so little time that a sender can overload the
 * service.
 */
export class NumberedBatch {
  readonly #template: Buffer;
  readonly #places: number[] = [];

  constructor(run: string) {
    const [steps = []] = makeBatches({ run: `${run}-${placeholder}`, batches: 1, size: batchSize });
    this.#template = Buffer.from(ingestStepsBody(steps));
    for (let place = -1; (place = this.#template.indexOf(placeholder, place + 1)) >= 0;) this.#places.push(place);
  }

  get length(): number {
    return this.#template.length;
  }

  body(number: number): Buffer<ArrayBuffer> {
    const body = Buffer.from(this.#template);
    const text = Buffer.from(numbered(number));
    // Copies single bytes. One `write` call per id would take longer than everything else that the sender does for a
    // request.
    for (const place of this.#places) {
      for (let index = 0; index < digits; index += 1) body[place + index] = text[index]!;
    }
    return body;
  }
}

function numbered(number: number): string {
  return String(number).padStart(digits, "0");
}

/** Returns the ids of the threads in a batch. Each thread has 20 steps. */
export function threadsOf(run: string, number: number): string[] {
  return Array.from({ length: threadsOfBatch }, (_, index) => `${run}-${numbered(number)}-thread-${index}`);
}
