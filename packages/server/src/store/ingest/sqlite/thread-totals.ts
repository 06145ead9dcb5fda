import { fromJsonText } from "../../json-texts.ts";
import { mayMoveThread, ThreadChanges, type StepShare, type ThreadChange } from "../thread-changes.ts";
import type { Database } from "../../session/sqlite/database.ts";
import type { RecordTags } from "./record-tags.ts";
import type { Rollups } from "../../rollups/sqlite/rollups.ts";

export interface ThreadTotalsParts {
  readonly database: Database;
  readonly tags: RecordTags;
  readonly rollups: Rollups;
}

const extend = `
  UPDATE threads SET
    counted_steps = counted_steps + ?1,
    token_count = CASE WHEN counted_steps + ?1 > 0 THEN coalesce(token_count, 0) + ?2 END,
    first_start = coalesce(min(first_start, ?3), first_start, ?3),
    last_end = coalesce(max(last_end, ?4), last_end, ?4),
    last_activity = CASE WHEN first_step IS NULL THEN ?5 ELSE max(last_activity, ?5) END,
    first_step = coalesce(min(first_step, ?6), ?6), created_at = coalesce(min(first_step, ?6), ?6),
    priced_steps = priced_steps + ?7, cost = CASE WHEN priced_steps + ?7 > 0 THEN coalesce(cost, 0) + ?8 END
  WHERE key = ?9`;

const recompute = `
  UPDATE threads SET (
    priced_steps, cost, counted_steps, token_count, first_start, last_end, last_activity, first_step, created_at
  ) = (
    SELECT count(g.cost), sum(g.cost), count(g.token_count), sum(g.token_count), min(s.start_time), max(s.end_time),
      coalesce(max(max(s.created_at), coalesce(max(s.end_time), 0)), threads.received_at, threads.created_at),
      min(s.created_at), coalesce(min(s.created_at), threads.received_at, threads.created_at)
    FROM steps s LEFT JOIN generations g ON g.step = s.key WHERE s.thread = threads.key
  ) WHERE key = ?`;

interface ThreadPlace {
  readonly createdAt: number;
  readonly firstStep: number | null;
  readonly tags: string | null;
}

const selectPlace = "SELECT created_at AS createdAt, first_step AS firstStep, tags FROM threads WHERE key = ?";

export class ThreadTotals {
  readonly #project: number;
  readonly #parts: ThreadTotalsParts;
  readonly #changes = new ThreadChanges<number>();

  constructor(project: number, parts: ThreadTotalsParts) {
    this.#project = project;
    this.#parts = parts;
  }

  /** Collects a change of a step. `before` is null for a created step, and `after` is null for a deleted one. */
  note(thread: number, before: StepShare | null, after: StepShare | null): void {
    this.#changes.note(thread, before, after);
  }

  apply(): void {
    const { database, rollups, tags } = this.#parts;
    for (const [thread, change] of this.#changes.take()) {
      const before = database.get<{ [Name in keyof ThreadPlace]: ThreadPlace[Name] }>(selectPlace, thread);
      if (before === undefined) continue;
      const mayMove = mayMoveThread(before, change);
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
