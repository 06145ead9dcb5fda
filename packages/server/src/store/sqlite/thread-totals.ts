import { ThreadChanges, type StepShare } from "../thread-changes.ts";
import type { Database } from "./database.ts";

const extend = `
  UPDATE threads SET
    countedSteps = countedSteps + ?1,
    tokenCount = CASE WHEN countedSteps + ?1 > 0 THEN coalesce(tokenCount, 0) + ?2 END,
    firstStart = coalesce(min(firstStart, ?3), firstStart, ?3),
    lastEnd = coalesce(max(lastEnd, ?4), lastEnd, ?4),
    lastActivity = max(lastActivity, ?5)
  WHERE key = ?6`;

const recompute = `
  UPDATE threads SET (countedSteps, tokenCount, firstStart, lastEnd, lastActivity) = (
    SELECT count(g.tokenCount), sum(g.tokenCount), min(s.startTime), max(s.endTime),
      max(threads.createdAt, coalesce(max(s.createdAt), 0), coalesce(max(s.startTime), 0), coalesce(max(s.endTime), 0))
    FROM steps s LEFT JOIN generations g ON g.step = s.key WHERE s.thread = threads.key
  ) WHERE key = ?`;

/** Keeps the totals of threads in step with their steps: collects the changes of a batch, then applies them at once. */
export class ThreadTotals {
  readonly #database: Database;
  readonly #changes = new ThreadChanges<number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Notes that a step of the thread changed; null before it came, null after it went. */
  note(thread: number, before: StepShare | null, after: StepShare | null): void {
    this.#changes.note(thread, before, after);
  }

  apply(): void {
    for (const [thread, change] of this.#changes.take()) {
      if (change.isShrunk) this.#database.run(recompute, thread);
      else {
        const { countedSteps, tokenCount, firstStart, lastEnd, lastActivity } = change;
        this.#database.run(extend, countedSteps, tokenCount, firstStart, lastEnd, lastActivity, thread);
      }
    }
  }
}
