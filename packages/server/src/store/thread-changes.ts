/** Contribution of one step to the totals of its thread. */
export interface StepShare {
  readonly createdAt: number;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly tokenCount: number | null;
  /** Billionths of a US dollar. */
  readonly cost: number | null;
}

/** Contribution of a batch of steps to the totals of one thread. */
export interface ThreadChange {
  tokenCount: number;
  countedSteps: number;
  cost: number;
  pricedSteps: number;
  /** When the first of the steps happened. */
  firstStep: number | null;
  firstStart: number | null;
  lastEnd: number | null;
  lastActivity: number;
  /** Whether an extreme may have moved inward, which requires reading the steps. */
  isShrunk: boolean;
}

/** Collects the contributions of a batch of steps to thread totals; `Thread` is the store's key of a thread. */
export class ThreadChanges<Thread> {
  readonly #changes = new Map<Thread, ThreadChange>();

  /** Notes a change of a step; `before` is null for a new one, `after` for a deleted one. */
  note(thread: Thread, before: StepShare | null, after: StepShare | null): void {
    let change = this.#changes.get(thread);
    if (change === undefined) {
      change = {
        tokenCount: 0,
        countedSteps: 0,
        cost: 0,
        pricedSteps: 0,
        firstStep: null,
        firstStart: null,
        lastEnd: null,
        lastActivity: 0,
        isShrunk: false,
      };
      this.#changes.set(thread, change);
    }
    change.isShrunk ||= isShrunk(before, after);
    change.tokenCount += (after?.tokenCount ?? 0) - (before?.tokenCount ?? 0);
    change.countedSteps += Number(after !== null && after.tokenCount !== null);
    change.countedSteps -= Number(before !== null && before.tokenCount !== null);
    change.cost += (after?.cost ?? 0) - (before?.cost ?? 0);
    change.pricedSteps += Number(after !== null && after.cost !== null);
    change.pricedSteps -= Number(before !== null && before.cost !== null);
    if (after === null) return;
    const { createdAt, startTime, endTime } = after;
    change.firstStep = Math.min(change.firstStep ?? createdAt, createdAt);
    if (startTime !== null) change.firstStart = Math.min(change.firstStart ?? startTime, startTime);
    if (endTime !== null) change.lastEnd = Math.max(change.lastEnd ?? endTime, endTime);
    change.lastActivity = Math.max(change.lastActivity, createdAt, endTime ?? 0);
  }

  /** Hands the changes over and forgets them. */
  take(): [Thread, ThreadChange][] {
    const changes = [...this.#changes];
    this.#changes.clear();
    return changes;
  }
}

function isShrunk(before: StepShare | null, after: StepShare | null): boolean {
  if (before === null) return false;
  if (after === null) return true;
  const isLater = after.createdAt > before.createdAt;
  const startMoved = before.startTime !== null && (after.startTime === null || after.startTime > before.startTime);
  const endMoved = before.endTime !== null && (after.endTime === null || after.endTime < before.endTime);
  return isLater || startMoved || endMoved;
}
