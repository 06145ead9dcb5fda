/** Bytes in all, and of each holder. */
export class HeldBytes {
  readonly #ofHolders = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** Whether a holder uses less than twice the free memory. */
  hasRoom(holder: string, limit: number): boolean {
    return (this.#ofHolders.get(holder) ?? 0) < 2 * (limit - this.#total);
  }

  /** Bytes that a holder may still take, so that it has at most twice of what is then free. */
  roomOf(holder: string, limit: number): number {
    return Math.floor((2 * (limit - this.#total) - (this.#ofHolders.get(holder) ?? 0)) / 3);
  }

  add(holder: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#ofHolders.get(holder) ?? 0) + bytes;
    if (held === 0) this.#ofHolders.delete(holder);
    else this.#ofHolders.set(holder, held);
  }
}
