/** Memory in use, in total and by holder (key, account or share link). */
export class HeldBytes {
  readonly #ofHolders = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  get holders(): number {
    return this.#ofHolders.size;
  }

  of(holder: string): number {
    return this.#ofHolders.get(holder) ?? 0;
  }

  /**
   * Whether a holder may use more memory: true if it uses less than twice the memory that is free. So a single holder
   * can use about two thirds of the limit: with a limit of 300 MB, 200 MB while 100 MB are free.
   */
  hasSpace(holder: string, limit: number): boolean {
    return this.of(holder) < 2 * (limit - this.#total);
  }

  /**
   * Returns the number of bytes that a holder may still add. After adding `x` bytes, its memory may be at most twice
   * the memory that is then free: `of(holder) + x <= 2 * (limit - total - x)`.
   */
  availableTo(holder: string, limit: number): number {
    return Math.floor((2 * (limit - this.#total) - this.of(holder)) / 3);
  }

  add(holder: string, bytes: number): void {
    this.#total += bytes;
    const held = this.of(holder) + bytes;
    if (held === 0) this.#ofHolders.delete(holder);
    else this.#ofHolders.set(holder, held);
  }
}
