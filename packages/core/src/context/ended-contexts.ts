/**
 * Contexts that a framework has ended inside a callback. The code after the callback still gets such a context from
 * `AsyncLocalStorage`. `resolve` returns the context that was current before the ended one.
 */
export class EndedContexts<Context extends object> {
  readonly #outer = new WeakMap<Context, Context>();
  #isUsed = false;

  end(context: Context, outer: Context): void {
    this.#isUsed = true;
    this.#outer.set(context, outer);
  }

  resolve(context: Context): Context {
    // Fast path, because this method is called for every record. In most applications, no framework calls `end`.
    if (!this.#isUsed) return context;
    let current = context;
    for (let outer = this.#outer.get(current); outer; outer = this.#outer.get(current)) current = outer;
    return current;
  }
}
