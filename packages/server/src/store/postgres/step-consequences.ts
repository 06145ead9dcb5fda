import { totalTokenCount } from "../merge-step.ts";
import { ThreadChanges, type StepShare } from "../thread-changes.ts";
import type { UsageChange, UsagePart } from "../usage-tree.ts";
import { ScoreWriter } from "../resources/scores.ts";
import { type Consequences, TagChanges } from "./record-tags.ts";
import type { Rollups } from "./rollups.ts";
import { createScoreIndexes } from "./score-list.ts";
import type { Session } from "./session.ts";
import type { KeyedStep } from "./step-rows.ts";
import { applyUsageChanges, updateTypesOfUsages } from "./step-sums.ts";
import { applyThreadChanges } from "./thread-totals.ts";

/** A step with a generation, as it is repriced. */
export interface PricedStep extends Omit<StepShare, "cost"> {
  readonly id: string;
  readonly threadId: string | null;
  readonly parentId: string | null;
}

/** Derived updates after changes of steps: thread totals, the tag index and sums. */
export class StepConsequences implements Consequences {
  readonly tags: TagChanges = new TagChanges();
  readonly rollups: Rollups;
  readonly scores: ScoreWriter;
  readonly #threads = new ThreadChanges<string>();
  readonly #usages: UsageChange[] = [];
  /** The keys of steps that became runs, or are runs no more. */
  readonly #retyped: number[] = [];
  readonly #removed = new Map<string, { readonly key: number; readonly parentId: string | null }>();

  constructor(rollups: Rollups) {
    this.rollups = rollups;
    this.scores = new ScoreWriter(createScoreIndexes(rollups));
  }

  /** Notes a change of a step; `before` is null for a new one, `after` for a deleted one. */
  note(before: KeyedStep | null, after: KeyedStep | null): void {
    const [was, is] = [before?.step ?? null, after?.step ?? null];
    if (was !== null && is !== null && was.createdAt !== is.createdAt) {
      // The index has the time of a step.
      this.#noteTags(before, null);
      this.#noteTags(null, after);
    } else this.#noteTags(before, after);

    const [threadBefore, thread] = [was?.threadId ?? null, is?.threadId ?? null];
    const [share, shareBefore] = [after && shareOf(after), before && shareOf(before)];
    if (threadBefore !== null && threadBefore !== thread) this.#threads.note(threadBefore, shareBefore, null);
    if (thread !== null) this.#threads.note(thread, threadBefore === thread ? shareBefore : null, share);
    const { id = "", parentId = null } = is ?? was ?? {};
    this.#usages.push({ id, before: before && partOf(before), after: after && partOf(after) });
    if (was !== null && is !== null && (was.type === "run") !== (is.type === "run") && after !== null) {
      this.#retyped.push(after.context.key);
    }
    if (before !== null && after === null) this.#removed.set(id, { key: before.context.key, parentId });
  }

  /** Notes that the cost of a stored generation changed. */
  noteCost({ id, threadId, ...step }: PricedStep, before: number | null, after: number | null): void {
    if (threadId !== null) this.#threads.note(threadId, { ...step, cost: before }, { ...step, cost: after });
    const { parentId, tokenCount } = step;
    const part = { parentId, tokenCount };
    this.#usages.push({ id, before: { ...part, cost: before }, after: { ...part, cost: after } });
  }

  /** Stores all that was noted; the threads are held. */
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

function shareOf({ step, context }: KeyedStep): StepShare {
  const { createdAt, startTime, endTime, generation } = step;
  return { createdAt, startTime, endTime, tokenCount: generation && totalTokenCount(generation), cost: context.cost };
}

function partOf({ step: { parentId, generation }, context }: KeyedStep): UsagePart {
  return { parentId, tokenCount: generation && totalTokenCount(generation), cost: context.cost };
}
