import type { Database } from "./database.ts";

/** What one step adds to the totals of its thread. */
export interface StepShare {
  readonly createdAt: number;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly tokenCount: number | null;
}

interface Change {
  tokenCount: number;
  countedSteps: number;
  firstStart: number | null;
  lastEnd: number | null;
  lastActivity: number;
  /** An extreme may have moved inward, which only the steps themselves can tell. */
  isShrunk: boolean;
}

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
  readonly #changes = new Map<number, Change>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Notes that a step of the thread changed; null before it came, null after it went. */
  note(thread: number, before: StepShare | null, after: StepShare | null): void {
    let change = this.#changes.get(thread);
    if (change === undefined) {
      change = { tokenCount: 0, countedSteps: 0, firstStart: null, lastEnd: null, lastActivity: 0, isShrunk: false };
      this.#changes.set(thread, change);
    }
    change.isShrunk ||= isShrunk(before, after);
    change.tokenCount += (after?.tokenCount ?? 0) - (before?.tokenCount ?? 0);
    change.countedSteps += Number(after !== null && after.tokenCount !== null);
    change.countedSteps -= Number(before !== null && before.tokenCount !== null);
    if (after === null) return;
    const { startTime, endTime } = after;
    if (startTime !== null) change.firstStart = Math.min(change.firstStart ?? startTime, startTime);
    if (endTime !== null) change.lastEnd = Math.max(change.lastEnd ?? endTime, endTime);
    change.lastActivity = Math.max(change.lastActivity, after.createdAt, startTime ?? 0, endTime ?? 0);
  }

  apply(): void {
    for (const [thread, change] of this.#changes) {
      if (change.isShrunk) this.#database.run(recompute, thread);
      else {
        const { countedSteps, tokenCount, firstStart, lastEnd, lastActivity } = change;
        this.#database.run(extend, countedSteps, tokenCount, firstStart, lastEnd, lastActivity, thread);
      }
    }
    this.#changes.clear();
  }
}

function isShrunk(before: StepShare | null, after: StepShare | null): boolean {
  if (before === null) return false;
  if (after === null) return true;
  const startMoved = before.startTime !== null && (after.startTime === null || after.startTime > before.startTime);
  const endMoved = before.endTime !== null && (after.endTime === null || after.endTime < before.endTime);
  return startMoved || endMoved;
}
