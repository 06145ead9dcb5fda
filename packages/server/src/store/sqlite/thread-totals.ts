import { fromJsonText } from "../row-codec.ts";
import { ThreadChanges, type StepShare, type ThreadChange } from "../thread-changes.ts";
import type { Database } from "./database.ts";
import type { RecordTags } from "./record-tags.ts";
import type { Rollups } from "./rollups.ts";

export interface ThreadTotalsParts {
  readonly database: Database;
  readonly tags: RecordTags;
  readonly rollups: Rollups;
}

const extend = `
  UPDATE threads SET
    countedSteps = countedSteps + ?1,
    tokenCount = CASE WHEN countedSteps + ?1 > 0 THEN coalesce(tokenCount, 0) + ?2 END,
    firstStart = coalesce(min(firstStart, ?3), firstStart, ?3),
    lastEnd = coalesce(max(lastEnd, ?4), lastEnd, ?4),
    lastActivity = CASE WHEN firstStep IS NULL THEN ?5 ELSE max(lastActivity, ?5) END,
    firstStep = coalesce(min(firstStep, ?6), ?6), createdAt = coalesce(min(firstStep, ?6), ?6),
    pricedSteps = pricedSteps + ?7, cost = CASE WHEN pricedSteps + ?7 > 0 THEN coalesce(cost, 0) + ?8 END
  WHERE key = ?9`;

const recompute = `
  UPDATE threads SET (pricedSteps, cost, countedSteps, tokenCount, firstStart, lastEnd, lastActivity, firstStep, createdAt) = (
    SELECT count(g.cost), sum(g.cost), count(g.tokenCount), sum(g.tokenCount), min(s.startTime), max(s.endTime),
      coalesce(max(max(s.createdAt), coalesce(max(s.endTime), 0)), threads.receivedAt, threads.createdAt),
      min(s.createdAt), coalesce(min(s.createdAt), threads.receivedAt, threads.createdAt)
    FROM steps s LEFT JOIN generations g ON g.step = s.key WHERE s.thread = threads.key
  ) WHERE key = ?`;

interface ThreadPlace {
  readonly createdAt: number;
  readonly firstStep: number | null;
  readonly tags: string | null;
}

const selectPlace = "SELECT createdAt, firstStep, tags FROM threads WHERE key = ?";

/** Keeps the totals of threads in step with their steps: collects the changes of a batch, then applies them at once. */
export class ThreadTotals {
  readonly #project: number;
  readonly #parts: ThreadTotalsParts;
  readonly #changes = new ThreadChanges<number>();

  constructor(project: number, parts: ThreadTotalsParts) {
    this.#project = project;
    this.#parts = parts;
  }

  /** Notes that a step of the thread changed; null before it came, null after it went. */
  note(thread: number, before: StepShare | null, after: StepShare | null): void {
    this.#changes.note(thread, before, after);
  }

  apply(): void {
    const { database, rollups, tags } = this.#parts;
    for (const [thread, change] of this.#changes.take()) {
      const before = database.get<{ [Name in keyof ThreadPlace]: ThreadPlace[Name] }>(selectPlace, thread);
      if (before === undefined) continue;
      const mayMove = change.isShrunk || firstOf(before, change) !== before.createdAt;
      if (mayMove) rollups.note("threads", "r.key = ?", thread);
      this.#update(thread, change);
      if (!mayMove || before.tags === null) continue;
      const { createdAt = before.createdAt } = database.get<{ createdAt: number }>(selectPlace, thread) ?? {};
      const names = fromJsonText<readonly string[]>(before.tags);
      tags.set("thread", this.#project, { key: thread, createdAt: before.createdAt }, names, null);
      tags.set("thread", this.#project, { key: thread, createdAt }, null, names);
    }
  }

  #update(thread: number, change: ThreadChange): void {
    if (change.isShrunk) return void this.#parts.database.run(recompute, thread);
    const { countedSteps, tokenCount, firstStart, lastEnd, lastActivity, firstStep, pricedSteps, cost } = change;
    const totals = [countedSteps, tokenCount, firstStart, lastEnd, lastActivity, firstStep, pricedSteps, cost];
    this.#parts.database.run(extend, ...totals, thread);
  }
}

/** When the thread's first step happened, once the change is applied. */
function firstOf({ createdAt, firstStep }: ThreadPlace, change: ThreadChange): number {
  const times = [firstStep, change.firstStep].filter((time) => time !== null);
  return times.length === 0 ? createdAt : Math.min(...times);
}
