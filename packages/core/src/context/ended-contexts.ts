/**
 * Contexts that have ended although their asynchronous flow continues. New records of the flow get the replacement of
 * the context.
 */
export class EndedContexts<Context extends object> {
  readonly #outer = new WeakMap<Context, Context>();
  #isUsed = false;

  /** Ends the context. In the same flow, `outer` replaces it. */
  end(context: Context, outer: Context): void {
    this.#isUsed = true;
    this.#outer.set(context, outer);
  }

  /** Returns the context, or its replacement if it has ended. */
  resolve(context: Context): Context {
    // Fast path: this method is called for every record, but contexts seldom end early.
    if (!this.#isUsed) return context;
    let current = context;
    for (let outer = this.#outer.get(current); outer; outer = this.#outer.get(current)) current = outer;
    return current;
  }
}
