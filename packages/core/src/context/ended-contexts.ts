/**
 * Finds the outer context of a context that a framework has ended in a callback. The code after the callback still gets
 * the ended context from `AsyncLocalStorage`, and must use the outer context instead.
 */
export class EndedContexts<Context extends object> {
  readonly #outer = new WeakMap<Context, Context>();
  #isUsed = false;

  end(context: Context, outer: Context): void {
    this.#isUsed = true;
    this.#outer.set(context, outer);
  }

  resolve(context: Context): Context {
    // Fast path: this method is called for every record, but most applications have no framework that ends contexts.
    if (!this.#isUsed) return context;
    let current = context;
    for (let outer = this.#outer.get(current); outer; outer = this.#outer.get(current)) current = outer;
    return current;
  }
}
