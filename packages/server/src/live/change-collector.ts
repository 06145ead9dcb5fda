import type { StepLocation, StepStore } from "../store/steps.ts";
import type { ChangeFeed, RecordChange, RecordKind } from "./change-feed.ts";

/**
 * A changed record. The code that wrote it sets the ids of its thread and run if it knows them. If they are undefined,
 * they are read from the store.
 */
export interface CollectedChange {
  readonly kind: RecordKind;
  readonly id: string;
  readonly change: RecordChange["change"];
  /**
   * Id of the record's thread; null if it has none. If undefined, the thread of the step `stepId` is read from the
   * store. The same applies to `rootRunId`.
   */
  readonly threadId?: string | null | undefined;
  readonly rootRunId?: string | null | undefined;
  /** Id of the step that changed, or to which the changed record belongs. */
  readonly stepId?: string | null | undefined;
}

export interface ChangeCollectorOptions {
  readonly feed: ChangeFeed;
  readonly steps: Pick<StepStore, "locations">;
  /** Time for which changes are collected before they are sent, in milliseconds. */
  readonly intervalMs: number;
  readonly maxChanges: number;
  readonly onError: (error: unknown) => void;
}

interface Gathered {
  readonly changes: Map<string, CollectedChange>;
  hasOverflow: boolean;
}

/**
 * Collects changes for `intervalMs` and sends them as one notification. Recording a change only adds a map entry, and
 * only if the project is watched. Missing thread and run ids are read when the notification is sent.
 */
export class ChangeCollector {
  readonly #options: ChangeCollectorOptions;
  readonly #gathered = new Map<string, Gathered>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: ChangeCollectorOptions) {
    this.#options = options;
  }

  /** Whether changes of the project have to be recorded. */
  isWatched(projectId: string): boolean {
    return this.#options.feed.isWatched(projectId);
  }

  /** Whether there are too many changes to list individually in the next notification. */
  isFull(projectId: string): boolean {
    return this.#gathered.get(projectId)?.hasOverflow ?? false;
  }

  record(projectId: string, change: CollectedChange): void {
    const gathered = this.#gatheredOf(projectId);
    if (gathered.hasOverflow) return;
    gathered.changes.set(`${change.kind} ${change.id}`, change);
    if (gathered.changes.size > this.#options.maxChanges) this.recordOverflow(projectId);
  }

  recordOverflow(projectId: string): void {
    const gathered = this.#gatheredOf(projectId);
    gathered.hasOverflow = true;
    gathered.changes.clear();
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#gathered.clear();
  }

  #gatheredOf(projectId: string): Gathered {
    const existing = this.#gathered.get(projectId);
    if (existing) return existing;
    const gathered: Gathered = { changes: new Map(), hasOverflow: false };
    this.#gathered.set(projectId, gathered);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#gathered.delete(projectId);
      this.#tell(projectId, gathered).catch(this.#options.onError);
    }, this.#options.intervalMs);
    timer.unref();
    this.#timers.add(timer);
    return gathered;
  }

  async #tell(projectId: string, { changes, hasOverflow }: Gathered): Promise<void> {
    const { feed, steps } = this.#options;
    if (!feed.isWatched(projectId)) return;
    if (hasOverflow) {
      feed.publish(projectId, { changes: [], overflow: true });
      return;
    }
    const unplaced = new Set([...changes.values()].flatMap((change) => (isUnplaced(change) ? [change.stepId] : [])));
    const ids = [...unplaced];
    const found = ids.length === 0 ? [] : await steps.locations(projectId, ids);
    const locations = new Map(ids.map((id, index) => [id, found[index] ?? null]));
    const placed = new Map<string, RecordChange>();
    for (const change of changes.values()) {
      const record = locateChange(change, locations.get(change.stepId ?? "") ?? null);
      placed.set(`${record.kind} ${record.id}`, record);
    }
    for (const { kind, threadId } of placed.values()) {
      if (threadId === null || kind === "THREAD" || placed.has(`THREAD ${threadId}`)) continue;
      const thread = { kind: "THREAD", id: threadId, threadId, rootRunId: null, stepId: null } as const;
      placed.set(`THREAD ${threadId}`, { ...thread, change: "WRITTEN" });
    }
    feed.publish(projectId, { changes: [...placed.values()], overflow: false });
  }
}

function isUnplaced(change: CollectedChange): change is CollectedChange & { readonly stepId: string } {
  return change.stepId != null && (change.threadId === undefined || change.rootRunId === undefined);
}

function locateChange({ kind, id, change, ...known }: CollectedChange, location: StepLocation | null): RecordChange {
  const { threadId = location?.threadId ?? null, rootRunId = location?.rootRunId ?? null } = known;
  const stepId = known.stepId ?? (kind === "STEP" || kind === "GENERATION" ? id : null);
  return { kind, id, threadId, rootRunId, stepId, change };
}
