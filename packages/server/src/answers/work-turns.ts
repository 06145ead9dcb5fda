import { processArrivals } from "./arrivals.ts";
import type { Arrivals } from "./arrivals.ts";

/**
 * Time after the first work in an event-loop iteration during which more work may start, in milliseconds. Later work
 * waits for another iteration, so that sockets are served in between.
 */
const maxTurnMs = 2;
/** Maximum time for which all work waits because new connections are arriving, in milliseconds. */
const maxHoldMs = 20;
const minRemembered = 1_000;

interface Line {
  /**
   * Work of requests that have already run. The request that last called {@link WorkTurns.pause} comes first, so that
   * it ends and frees its memory soon.
   */
  readonly started: (() => void)[];
  readonly fresh: (() => void)[];
  isFreshNext: boolean;
}

/**
 * Divides the main thread fairly among holders, such as keys and accounts. The waiting holder that has used the least
 * time runs next, so that small requests of one holder overtake large requests of another. This is weighted fair
 * queueing (Demers et al. 1989).
 *
 * While connections arrive, all work is delayed, so that the connections are accepted quickly.
 */
export class WorkTurns {
  readonly #clock: () => number;
  readonly #arrivals: Arrivals;
  readonly #lines = new Map<string, Line>();
  /**
   * Virtual time of each holder, in milliseconds. It advances by the main-thread time that the holder uses. The waiting
   * holder with the least virtual time runs next. `#now` advances as if all waiting holders got equal shares. A holder
   * that starts to wait with an earlier time, or without an entry, starts at `#now`. Otherwise, it would run before all
   * others until it had caught up with them.
   */
  readonly #used = new Map<string, number>();
  #maxRemembered = minRemembered;
  #now = 0;
  #turnStartedAt: number | null = null;
  #heldSince: number | null = null;
  #piece: { readonly holder: string; readonly start: number; readonly startedAt: number } | null = null;

  /** `clock` returns milliseconds. Default: the process clock. */
  constructor(clock: () => number = () => performance.now(), arrivals: Arrivals = processArrivals) {
    this.#clock = clock;
    this.#arrivals = arrivals;
  }

  /**
   * Waits until work of a holder may start. Returns null if it may start immediately. `started` means that the request
   * has done work before.
   */
  enter(holder: string, work: "fresh" | "started" = "fresh"): Promise<void> | null {
    const isFree = this.#turnStartedAt === null;
    const isShort = this.#lines.size === 0 && this.#clock() - (this.#turnStartedAt ?? 0) < maxTurnMs;
    const isHeld = isFree && this.#isHeld();
    if (isFree) this.#beginTurn();
    if (isHeld || (!isFree && !isShort)) return new Promise((resolve) => this.#lineOf(holder)[work].push(resolve));
    this.#beginPiece(holder);
    return null;
  }

  /** Gives the waiting holders a turn. Resolves when the work of this request may continue. */
  pause(holder: string): Promise<void> {
    const turn = new Promise<void>((resolve) => this.#lineOf(holder).started.unshift(resolve));
    if (this.#turnStartedAt === null) this.#beginTurn();
    return turn;
  }

  #lineOf(holder: string): Line {
    const known = this.#lines.get(holder);
    if (known) return known;
    const line: Line = { started: [], fresh: [], isFreshNext: false };
    this.#lines.set(holder, line);
    // Stores the holder's virtual time now. `#now` advances while the holder waits, so a time that is determined later
    // would let other holders run first.
    this.#used.set(holder, this.#startOf(holder));
    return line;
  }

  #beginTurn(): void {
    this.#turnStartedAt = this.#clock();
    setImmediate(() => {
      this.#turnStartedAt = null;
      if (this.#lines.size > 0 && this.#isHeld()) this.#beginTurn();
      else this.#startNext();
    });
  }

  #isHeld(): boolean {
    const now = this.#clock();
    const isHeld = this.#arrivals.areComing && now - (this.#heldSince ?? now) < maxHoldMs;
    this.#heldSince = isHeld ? (this.#heldSince ?? now) : null;
    return isHeld;
  }

  #startNext(): void {
    const holder = this.#leastUsed();
    const line = holder === null ? undefined : this.#lines.get(holder);
    if (holder === null || !line) return;
    const { started, fresh, isFreshNext } = line;
    const next = isFreshNext ? (fresh.shift() ?? started.shift()) : (started.shift() ?? fresh.shift());
    line.isFreshNext = !isFreshNext;
    if (this.#turnStartedAt === null) this.#beginTurn();
    this.#beginPiece(holder);
    if (started.length + fresh.length === 0) this.#lines.delete(holder);
    next?.();
  }

  /** Returns the waiting holder with the least used time; null if none is waiting. */
  #leastUsed(): string | null {
    let least: string | null = null;
    let leastUsed = Number.POSITIVE_INFINITY;
    for (const holder of this.#lines.keys()) {
      const used = this.#used.get(holder) ?? 0;
      if (used < leastUsed) [least, leastUsed] = [holder, used];
    }
    return least;
  }

  #startOf(holder: string): number {
    return Math.max(this.#used.get(holder) ?? 0, this.#now);
  }

  /**
   * Starts to measure the main-thread time of the holder's work. The measurement ends after the microtasks of this
   * work. Otherwise, it would include events that the event loop handles afterwards, such as data from a socket.
   */
  #beginPiece(holder: string): void {
    this.#endPiece();
    const start = this.#lines.has(holder) ? (this.#used.get(holder) ?? 0) : this.#startOf(holder);
    const piece = { holder, start, startedAt: this.#clock() };
    this.#piece = piece;
    queueMicrotask(() =>
      process.nextTick(() => {
        if (this.#piece !== piece) return;
        this.#endPiece();
        if (this.#turnStartedAt !== null && this.#clock() - this.#turnStartedAt < maxTurnMs) this.#startNext();
      }),
    );
  }

  #endPiece(): void {
    if (this.#piece === null) return;
    const { holder, start, startedAt } = this.#piece;
    const elapsed = this.#clock() - startedAt;
    this.#used.set(holder, start + elapsed);
    const holders = this.#lines.size + (this.#lines.has(holder) ? 0 : 1);
    this.#now += elapsed / holders;
    this.#piece = null;
    if (this.#used.size > this.#maxRemembered) this.#forget();
  }

  #forget(): void {
    for (const holder of this.#used.keys()) if (!this.#lines.has(holder)) this.#used.delete(holder);
    this.#maxRemembered = Math.max(2 * this.#used.size, minRemembered);
  }
}
