/** Something that knows its place in {@link OpenCalls}. */
export interface Placed {
  /** -1 when it is in none. */
  place: number;
}

/**
 * What is under way, in no order. Not a `Set`: one that changes with every call leaves a chain of tables behind, and all that those
 * held lives until the next major collection.
 */
export class OpenCalls<Call extends Placed> {
  readonly #calls: Call[] = [];

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  add(call: Call): void {
    call.place = this.#calls.length;
    this.#calls.push(call);
  }

  delete(call: Call): void {
    const last = this.#calls.at(-1);
    if (call.place === -1 || last === undefined) return;
    this.#calls[call.place] = last;
    last.place = call.place;
    this.#calls.pop();
    call.place = -1;
  }

  /** All that are under way now. */
  list(): Call[] {
    return [...this.#calls];
  }
}
