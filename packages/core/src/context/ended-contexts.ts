/**
 * Keeps track of contexts that ended while their asynchronous flow continues. Records that the flow creates later
 * belong to the outer context.
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
