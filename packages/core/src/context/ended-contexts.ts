/**
 * Finds the outer context after a framework has ended a context by a callback. Without this class, the code that
 * follows would still get the ended context from its `AsyncLocalStorage`.
 */
export class EndedContexts<Context extends object> {
  readonly #outer = new WeakMap<Context, Context>();
  #isUsed = false;

  end(context: Context, outer: Context): void {
    this.#isUsed = true;
    this.#outer.set(context, outer);
  }

  resolve(context: Context): Context {
    // Fast path: this method is called for every record, but contexts seldom end early.
    if (!this.#isUsed) return context;
    let current = context;
    for (let outer = this.#outer.get(current); outer; outer = this.#outer.get(current)) current = outer;
    return current;
  }
}
