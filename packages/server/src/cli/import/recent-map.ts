/** A map with a maximum size, which removes its oldest entries. */
export class RecentMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= this.#limit && oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(key, value);
  }
}
