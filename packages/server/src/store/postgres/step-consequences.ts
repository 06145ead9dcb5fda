import { totalTokenCount, type StoredStep } from "../merge-step.ts";
import { ThreadChanges, type StepShare } from "../thread-changes.ts";
import { TagChanges } from "./record-tags.ts";
import type { Rollups } from "./rollups.ts";
import type { Consequences } from "./score-writer.ts";
import type { Session } from "./session.ts";
import type { KeyedStep } from "./step-rows.ts";
import { applyThreadChanges } from "./thread-totals.ts";

/** What follows from changes of steps: the totals of their threads, the index of tags, and the sums over them. */
export class StepConsequences implements Consequences {
  readonly tags: TagChanges = new TagChanges();
  readonly rollups: Rollups;
  readonly #threads = new ThreadChanges<string>();

  constructor(rollups: Rollups) {
    this.rollups = rollups;
  }

  /** Notes a step; null before it came, null after it went. */
  note(before: KeyedStep | null, after: KeyedStep | null): void {
    const [was, is] = [before?.step ?? null, after?.step ?? null];
    if (was !== null && is !== null && was.createdAt !== is.createdAt) {
      // The index has the time of a step.
      this.#noteTags(before, null);
      this.#noteTags(null, after);
    } else this.#noteTags(before, after);

    const [threadBefore, thread] = [was?.threadId ?? null, is?.threadId ?? null];
    const [share, shareBefore] = [is && shareOf(is), was && shareOf(was)];
    if (threadBefore !== null && threadBefore !== thread) this.#threads.note(threadBefore, shareBefore, null);
    if (thread !== null) this.#threads.note(thread, threadBefore === thread ? shareBefore : null, share);
  }

  /** Stores all that was noted; the threads are held. */
  async store(session: Session, project: number): Promise<void> {
    await applyThreadChanges(session, project, this.#threads, this);
    await this.tags.store(session, project);
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

function shareOf({ createdAt, startTime, endTime, generation }: StoredStep): StepShare {
  return { createdAt, startTime, endTime, tokenCount: generation && totalTokenCount(generation) };
}
