import type { Outline } from "../outline/outline.ts";
import { isMessage, stepKind } from "../outline/step-kind.ts";

export interface ChatItem {
  /**
   * Kind of entry.
   * - `message`: a message step.
   * - `call`: a model call with its new messages.
   * - `answer`: a model call, of which only the output is shown.
   * - `tool`: a tool with its result.
   * - `error`: a failed step.
   * - `failure`: a failed root step, after its descendants.
   * - `exchange`: the input and output of a root step, in a thread without messages and model calls.
   */
  readonly kind: "message" | "call" | "answer" | "tool" | "error" | "failure" | "exchange";
  readonly step: number;
  /**
   * Index of the next model call, whose messages contain the results of the tools that this call requested. Null for
   * the last call, and for entries that are not model calls. Also null if the thread has tool steps, because they are
   * entries with results of their own.
   */
  readonly next: number | null;
}

/**
 * Returns the entries of a conversation: the thread's messages and tools. If the thread has no assistant messages, its
 * model calls are entries, too.
 */
export function chatItems(outline: Outline): readonly ChatItem[] {
  const all = Array.from({ length: outline.size }, (_, step) => step);
  const types = new Set(all.map((step) => outline.typeOf(step)));
  const hasMessages = [...types].some(isMessage);
  const hasAnswers = types.has("assistant_message");
  const tools = innermost(outline, (step) => stepKind(outline.typeOf(step)) === "tool");
  const errors = innermost(outline, (step) => outline.hasError(step));
  const calls = hasAnswers ? [] : all.filter((step) => outline.hasGeneration(step));
  const nextCall = new Map(calls.map((step, at) => [step, calls[at + 1] ?? null]));
  const isExchange = !hasMessages && calls.length === 0;
  const order = parentsFirst(outline);
  const lastSteps = lastOfRoots(outline, order);
  const failures = new Map<number, number>();
  for (const [root, last] of lastSteps) {
    const hasItem = isExchange || isMessage(outline.typeOf(root)) || nextCall.has(root) || tools.has(root);
    if (outline.hasError(root) && !hasItem) failures.set(last, root);
  }
  const failed = new Set(failures.values());
  const item = (kind: ChatItem["kind"], step: number): ChatItem => ({
    kind,
    step,
    next: tools.size > 0 ? null : (nextCall.get(step) ?? null),
  });
  return order.flatMap((step): ChatItem[] => {
    const failure = failures.get(step);
    return [...ownItem(step), ...(failure === undefined ? [] : [item("failure", failure)])];
  });

  function ownItem(step: number): ChatItem[] {
    if (failed.has(step)) return [];
    if (isMessage(outline.typeOf(step))) return [item("message", step)];
    if (nextCall.has(step)) return [item(hasMessages ? "answer" : "call", step)];
    if (isExchange && outline.parents[step] === -1) return [item("exchange", step)];
    if (tools.has(step)) return [item("tool", step)];
    return errors.has(step) ? [item("error", step)] : [];
  }
}

/** Returns the last step of each root step: itself, or a descendant. */
function lastOfRoots(outline: Outline, steps: readonly number[]): ReadonlyMap<number, number> {
  const roots = new Int32Array(outline.size);
  for (const step of outline.order) {
    const parent = outline.parents[step] ?? -1;
    roots[step] = parent === -1 ? step : (roots[parent] ?? step);
  }
  return new Map(steps.map((step) => [roots[step] ?? step, step]));
}

/**
 * Returns the steps by start time, but each parent before its children. In the outline, a child may precede a parent
 * that started in the same millisecond.
 */
function parentsFirst(outline: Outline): readonly number[] {
  const order: number[] = [];
  const isPlaced = new Uint8Array(outline.size);
  for (let step = 0; step < outline.size; step += 1) {
    const around: number[] = [];
    for (let each = step; each !== -1 && isPlaced[each] === 0; each = outline.parents[each] ?? -1) {
      isPlaced[each] = 1;
      around.push(each);
    }
    order.push(...around.toReversed());
  }
  return order;
}

/**
 * Returns the innermost steps for which `claim` returns true. If it returns true for a step and for a descendant of
 * that step, only the descendant is returned.
 */
function innermost(outline: Outline, claim: (step: number) => boolean): ReadonlySet<number> {
  const found = new Set<number>();
  const isAround = new Uint8Array(outline.size);
  for (let at = outline.size - 1; at >= 0; at -= 1) {
    const step = outline.order[at] ?? 0;
    const holds = claim(step);
    if (holds && isAround[step] === 0) found.add(step);
    const parent = outline.parents[step] ?? -1;
    if (parent !== -1 && (holds || isAround[step] === 1)) isAround[parent] = 1;
  }
  return found;
}
