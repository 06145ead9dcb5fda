/** A map with a size limit that removes the oldest entries. */
export class Recent<Value> {
  readonly #limit: number;
  readonly #values = new Map<string, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.set(key, value);
    const [first] = this.#values.keys();
    if (this.#values.size > this.#limit && first !== undefined) this.#values.delete(first);
  }
}
