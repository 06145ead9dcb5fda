import { BackgroundWork } from "../../background-work.ts";
import type { Database } from "../../session/sqlite/database.ts";

/** Maximum duration of a slice, in milliseconds. */
const sliceTime = 4;
/** Pause after a slice, in milliseconds. */
const restTime = 40;
const retryTime = 1_000;
/** Number of words between two checks of the time. */
const wordsAtOnce = 50;

interface SweepRow {
  /** Key of the last checked word; null if the sweep is done. */
  readonly position: number | null;
  /** 1 if a step may have left unused words since the sweep started, so that the sweep must run again; otherwise 0. */
  readonly again: number;
}

/**
 * Deletes words that are no longer in any step, so that nothing is left of a deleted text. It visits all words in the
 * background. Its progress is stored in the database.
 */
export class WordSweep {
  readonly #database: Database;
  readonly #work: BackgroundWork;

  /** `follows`: whether this connection does the work. One connection per file is enough. */
  constructor(database: Database, { follows }: { readonly follows: boolean }) {
    this.#database = database;
    this.#work = new BackgroundWork({ name: "words", work: () => this.#sweep(), retryTime, follows });
    this.#work.wake(restTime);
  }

  /** Requests a sweep, because some words may no longer be in any step. Call it inside a transaction. */
  request(): void {
    this.#database.run(
      "INSERT INTO word_sweeps (id, position, again) VALUES (1, 0, 0) " +
        "ON CONFLICT DO UPDATE SET again = position IS NOT NULL, position = coalesce(position, 0)",
    );
    this.#work.wake(restTime);
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  #sweep(): number | null {
    if (this.#state().position === null) return null;
    this.#database.writeUnsynced(() => this.#sweepSlice());
    return restTime;
  }

  #state(): SweepRow {
    const row = this.#database.get<SweepRow>("SELECT position, again FROM word_sweeps");
    return row ?? { position: null, again: 0 };
  }

  #sweepSlice(): void {
    const { position, again } = this.#state();
    if (position === null) return;
    const startedAt = performance.now();
    let reached: number | null = position;
    do reached = this.#sweepWords(reached);
    while (reached !== null && performance.now() - startedAt < sliceTime);
    // If a step was deleted or changed during the sweep (`again`), it may have left unused words that the sweep has
    // already passed. So the sweep starts again at 0.
    const next = reached ?? (again ? 0 : null);
    this.#database.run("UPDATE word_sweeps SET position = ?, again = ?", next, reached === null ? 0 : again);
  }

  /**
   * Checks the next {@link wordsAtOnce} words after `position`, and deletes those that no step contains. Returns the
   * key of the last checked word; null at the end.
   */
  #sweepWords(position: number): number | null {
    const sql = "SELECT key, word FROM search_words WHERE key > ? ORDER BY key LIMIT ?";
    const words = this.#database.all<{ key: number; word: string }>(sql, position, wordsAtOnce);
    for (const { key, word } of words) {
      const held = "SELECT 1 FROM step_words WHERE step_words MATCH ? LIMIT 1";
      if (this.#database.get(held, `"${word}"`) !== undefined) continue;
      this.#database.run("DELETE FROM search_words WHERE key = ?", key);
      const parts = "INSERT INTO search_word_parts (search_word_parts, rowid, word) VALUES ('delete', ?, ?)";
      this.#database.run(parts, key, word);
      // Makes processes discard their cached words.
      this.#database.run("UPDATE word_sweeps SET dropped = dropped + 1");
    }
    return words.at(-1)?.key ?? null;
  }
}
