import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../json/json-value.ts";
import { overlay, totalTokenCount } from "./merge-step.ts";
import type { StoredStep } from "./stored-step.ts";
import type { ThreadRecord, ThreadState, ThreadWrite } from "../threads.ts";

export interface StepShare {
  readonly createdAt: number;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly tokenCount: number | null;
  /** Billionths of a US dollar. */
  readonly cost: number | null;
}

export function shareOf({ createdAt, startTime, endTime, generation }: StoredStep, cost: number | null): StepShare {
  return { createdAt, startTime, endTime, tokenCount: generation && totalTokenCount(generation), cost };
}

export interface ThreadChange {
  tokenCount: number;
  countedSteps: number;
  cost: number;
  pricedSteps: number;
  firstStep: number | null;
  firstStart: number | null;
  lastEnd: number | null;
  lastActivity: number;
  /**
   * Whether a deleted or changed step may have defined the first or last time of the thread. These times must then be
   * computed from all steps of the thread.
   */
  isShrunk: boolean;
}

/** Adds up how changes of steps change the totals of their threads. `Thread` is the type of a thread's key. */
export class ThreadChanges<Thread> {
  readonly #changes = new Map<Thread, ThreadChange>();

  /** Collects a change of a step. `before` is null for a created step, and `after` is null for a deleted one. */
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

  take(): [Thread, ThreadChange][] {
    const changes = [...this.#changes];
    this.#changes.clear();
    return changes;
  }
}

/** Whether a change may give the thread another creation time, which is the time of its first step. */
export function mayMoveThread(
  { createdAt, firstStep }: { readonly createdAt: number; readonly firstStep: number | null },
  change: ThreadChange,
): boolean {
  const times = [firstStep, change.firstStep].filter((time) => time !== null);
  return change.isShrunk || (times.length > 0 && Math.min(...times) !== createdAt);
}

function isShrunk(before: StepShare | null, after: StepShare | null): boolean {
  if (before === null) return false;
  if (after === null) return true;
  const isLater = after.createdAt > before.createdAt;
  const startMoved = before.startTime !== null && (after.startTime === null || after.startTime > before.startTime);
  const endMoved = before.endTime !== null && (after.endTime === null || after.endTime < before.endTime);
  return isLater || startMoved || endMoved;
}

export interface ThreadFields {
  readonly name: string | null;
  readonly metadata: JsonObject | null;
  readonly tags: readonly string[] | null;
  readonly environment: string | null;
}

export function mergeThread(
  { name, metadata, tags, environment }: ThreadRecord,
  write: ThreadWrite,
): { before: ThreadFields; after: ThreadFields } {
  const before: ThreadFields = { name, metadata, tags, environment };
  const given = write.name === undefined && name === null ? { ...write, name: write.defaultName } : write;
  return { before, after: overlay(before, given) };
}

export function isInState({ name, metadata, tags, participantId }: ThreadRecord, expected: ThreadState): boolean {
  return isDeepStrictEqual({ name, metadata, tags, participantId }, expected);
}
