/** LRU cache of values by text, limited by estimated bytes. */
export class DocumentCache<Value extends { readonly estimatedBytes: number }> {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Value>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: string, value: Value): void {
    this.#forget(key);
    // One document must not evict all others.
    if (value.estimatedBytes > this.#maxBytes / 2) return;
    this.#entries.set(key, value);
    this.#bytes += value.estimatedBytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest);
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.estimatedBytes ?? 0;
    this.#entries.delete(key);
  }
}
