/** Contexts that ended before the asynchronous flow that carries them. Later records belong to the context around them. */
export class EndedContexts<Context extends object> {
  readonly #outer = new WeakMap<Context, Context>();
  #isUsed = false;

  /** Replaces the context by its outer one. */
  end(context: Context, outer: Context): void {
    this.#isUsed = true;
    this.#outer.set(context, outer);
  }

  /** Returns the context, or the innermost around it that has not ended. */
  resolve(context: Context): Context {
    // Fast path: called for every record, and rarely needed.
    if (!this.#isUsed) return context;
    let current = context;
    for (let outer = this.#outer.get(current); outer; outer = this.#outer.get(current)) current = outer;
    return current;
  }
}
