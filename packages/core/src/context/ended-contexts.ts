/**
 * Contexts that ended before the asynchronous flow that carries them. Later records of the flow belong to the outer
 * context.
 */
export class EndedContexts<Context extends object> {
  readonly #outer = new WeakMap<Context, Context>();
  #isUsed = false;

  /** Notes that the context has ended, and that `outer` replaces it. */
  end(context: Context, outer: Context): void {
    this.#isUsed = true;
    this.#outer.set(context, outer);
  }

  /** Returns the context, or the innermost outer context that has not ended. */
  resolve(context: Context): Context {
    // Fast path: this method is called for every record, but contexts seldom end early.
    if (!this.#isUsed) return context;
    let current = context;
    for (let outer = this.#outer.get(current); outer; outer = this.#outer.get(current)) current = outer;
    return current;
  }
}
