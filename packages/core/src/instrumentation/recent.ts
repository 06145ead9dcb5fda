/**
 * Map that keeps at least the latest `limit` entries, and at most twice as many. It drops many old entries at once,
 * because removing single entries from the start of a `Map` gets slower with every removed entry.
 */
export class Recent<Value> {
  readonly #limit: number;
  #values = new Map<string, Value>();
  #older = new Map<string, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key) ?? this.#older.get(key);
  }

  set(key: string, value: Value): void {
    if (this.#values.size >= this.#limit) {
      this.#older = this.#values;
      this.#values = new Map();
    }
    this.#values.set(key, value);
  }
}
