/** Knows the contexts that ended before the asynchronous flow that carries them: what follows belongs to what was around them. */
export class EndedContexts<Context extends object> {
  readonly #outer = new WeakMap<Context, Context>();
  #isUsed = false;

  /** From now on the outer context stands for this one. */
  end(context: Context, outer: Context): void {
    this.#isUsed = true;
    this.#outer.set(context, outer);
  }

  /** The context itself, or the innermost around it that has not ended. */
  resolve(context: Context): Context {
    // Asked for every record, and hardly ever used.
    if (!this.#isUsed) return context;
    let current = context;
    for (let outer = this.#outer.get(current); outer; outer = this.#outer.get(current)) current = outer;
    return current;
  }
}
