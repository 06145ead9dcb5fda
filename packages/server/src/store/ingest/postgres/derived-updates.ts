import { shareOf, ThreadChanges } from "../thread-changes.ts";
import { type UsageChange, usagePartOf } from "../usage-tree.ts";
import { ScoreWriter } from "../../resources/scores.ts";
import { type IndexUpdates, TagChanges } from "./record-tags.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import { createScoreIndexes } from "../../recorded/postgres/score-list.ts";
import type { Session } from "../../session/postgres/session.ts";
import type { KeyedStep } from "./step-rows.ts";
import { applyUsageChanges, updateTypesOfUsages } from "./step-sums.ts";
import { applyThreadChanges } from "./thread-totals.ts";

/**
 * Collects changes of steps, and stores what is computed from steps: totals of threads and step trees, the tag index
 * and the rollups.
 */
export class DerivedUpdates implements IndexUpdates {
  readonly tags: TagChanges = new TagChanges();
  readonly rollups: Rollups;
  readonly scores: ScoreWriter;
  readonly #threads = new ThreadChanges<string>();
  readonly #usages: UsageChange[] = [];
  readonly #retyped: number[] = [];
  readonly #removed = new Map<string, { readonly key: number; readonly parentId: string | null }>();

  constructor(rollups: Rollups) {
    this.rollups = rollups;
    this.scores = new ScoreWriter(createScoreIndexes(rollups));
  }

  /** Collects a change of a step. `before` is null for a created step, and `after` is null for a deleted one. */
  note(before: KeyedStep | null, after: KeyedStep | null): void {
    const [was, is] = [before?.step ?? null, after?.step ?? null];
    if (was !== null && is !== null && was.createdAt !== is.createdAt) {
      // Each entry of the tag index contains the creation time of the step. All entries of the step are therefore
      // replaced when this time changes.
      this.#noteTags(before, null);
      this.#noteTags(null, after);
    } else this.#noteTags(before, after);

    const [threadBefore, thread] = [was?.threadId ?? null, is?.threadId ?? null];
    const share = after && shareOf(after.step, after.context.cost);
    const shareBefore = before && shareOf(before.step, before.context.cost);
    if (threadBefore !== null && threadBefore !== thread) this.#threads.note(threadBefore, shareBefore, null);
    if (thread !== null) this.#threads.note(thread, threadBefore === thread ? shareBefore : null, share);
    const { id = "", parentId = null } = is ?? was ?? {};
    this.#usages.push({
      id,
      before: before && usagePartOf(before.step, before.context.cost),
      after: after && usagePartOf(after.step, after.context.cost),
    });
    if (was !== null && is !== null && (was.type === "run") !== (is.type === "run") && after !== null) {
      this.#retyped.push(after.context.key);
    }
    if (before !== null && after === null) this.#removed.set(id, { key: before.context.key, parentId });
  }

  /** Stores all collected changes. The transaction must have locked the threads. */
  async store(session: Session, project: number): Promise<void> {
    await applyThreadChanges(session, project, this.#threads, this);
    await this.tags.store(session, project);
    await applyUsageChanges(session, project, this.#usages, this.#removed);
    await updateTypesOfUsages(session, project, this.#retyped);
  }

  #noteTags(before: KeyedStep | null, after: KeyedStep | null): void {
    const keyed = after ?? before;
    if (keyed === null) return;
    const record = { key: keyed.context.key, createdAt: keyed.step.createdAt };
    const [was, is] = [before?.step ?? null, after?.step ?? null];
    this.tags.note("step", record, was?.tags ?? null, is?.tags ?? null);
    this.tags.note("generation", record, was?.generation?.tags ?? null, is?.generation?.tags ?? null);
  }
}
