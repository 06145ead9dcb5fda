import type { JsonValue } from "@threadline/schema/sdk";
import { type OpenState, openStateOf } from "./open-state.ts";
import { isMessage } from "./step-kind.ts";
import { layOutTree } from "./tree-order.ts";

/** Columns of `Thread.outline`. The GraphQL schema describes them. */
export interface OutlineColumns {
  readonly start: number;
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly models: readonly string[];
  readonly id: readonly string[];
  readonly parent: readonly number[];
  readonly type: readonly number[];
  readonly name: readonly number[];
  readonly from: readonly (number | null)[];
  readonly to: readonly (number | null)[];
  readonly errors: readonly number[];
  readonly scored: readonly number[];
  readonly attached: readonly number[];
  readonly generations: {
    readonly step: readonly number[];
    readonly model: readonly number[];
    readonly inputTokenCount: readonly (number | null)[];
    readonly outputTokenCount: readonly (number | null)[];
    readonly tokenCount: readonly (number | null)[];
    readonly ttFirstToken: readonly (number | null)[];
    readonly cost: readonly (number | null)[];
  };
}

/** Totals of the model calls among a step's descendants; 0 if unknown. */
export interface UsageBelow {
  readonly tokenCount: number;
  /** Cost in US dollars. */
  readonly cost: number;
}

/**
 * All steps of a thread, or of a run without a thread, but without their inputs and outputs. Steps are identified by
 * their index in the order of their start.
 */
export class Outline {
  readonly size: number;
  /** Start of the thread, in epoch milliseconds. All other times are relative to it. */
  readonly start: number;
  readonly ids: readonly string[];
  readonly parents: Int32Array;
  readonly depths: Int32Array;
  /** Indexes of the steps in tree order, top to bottom. */
  readonly order: Int32Array;
  /** Position of each step in `order`. */
  readonly positions: Int32Array;
  readonly below: Int32Array;
  /** Number of tokens of each step, including its descendants; 0 if unknown. */
  readonly totalTokens: Float64Array;
  /** Cost of each step in US dollars, including its descendants; 0 if unknown. */
  readonly totalCosts: Float64Array;
  /**
   * Maximum values of a step: its tokens and cost (in US dollars) including descendants, and its duration in seconds. 0
   * if no step has a value.
   */
  readonly largest: { readonly tokens: number; readonly cost: number; readonly duration: number };
  /** End of the last step, in milliseconds after `start`. */
  readonly end: number;
  readonly #columns: OutlineColumns;
  readonly #flags: Uint8Array;
  readonly #generationOf: Int32Array;
  #indexes: Map<string, number> | undefined;
  #open: readonly number[] | undefined;
  #errorsUpTo: Int32Array | undefined;
  #types: readonly string[] | undefined;

  constructor(columns: OutlineColumns) {
    this.#columns = columns;
    this.ids = columns.id;
    this.size = columns.id.length;
    this.start = columns.start;
    const tree = layOutTree(columns.parent);
    this.parents = tree.parents;
    this.depths = tree.depths;
    this.order = tree.order;
    this.positions = tree.positions;
    this.below = tree.below;
    this.#flags = new Uint8Array(this.size);
    for (const index of columns.errors) this.#flags[index] = 1;
    for (const index of columns.scored) this.#flags[index] = (this.#flags[index] ?? 0) | 2;
    for (const index of columns.attached) this.#flags[index] = (this.#flags[index] ?? 0) | 4;
    this.#generationOf = new Int32Array(this.size).fill(-1);
    for (const [at, step] of columns.generations.step.entries()) this.#generationOf[step] = at;
    this.totalTokens = this.#total("tokenCount");
    this.totalCosts = this.#total("cost");
    this.largest = {
      tokens: this.totalTokens.reduce((most, each) => Math.max(most, each), 0),
      cost: this.totalCosts.reduce((most, each) => Math.max(most, each), 0),
      duration: columns.from.reduce<number>((most, _, index) => Math.max(most, this.durationOf(index) ?? 0), 0),
    };
    this.end = columns.to.reduce<number>((most, to) => Math.max(most, to ?? 0), lastStart(columns.from));
  }

  get errorCount(): number {
    return this.#columns.errors.length;
  }

  /** Failed steps in tree order. */
  get errorSteps(): readonly number[] {
    return this.#inOrder(this.#columns.errors);
  }

  /** Returns the number of failed steps among the descendants of a step. */
  errorsBelow(index: number): number {
    this.#errorsUpTo ??= runningCount(this.order, (step) => this.hasError(step));
    const position = this.positions[index] ?? 0;
    const last = position + (this.below[index] ?? 0);
    return (this.#errorsUpTo[last] ?? 0) - (this.#errorsUpTo[position] ?? 0);
  }

  /** Whether a step has started but not ended. Messages have no duration, so they are never open. */
  isOpen(index: number): boolean {
    const isTimed = this.fromOf(index) !== null && this.toOf(index) === null;
    return isTimed && !this.hasError(index) && !isMessage(this.typeOf(index));
  }

  get openCount(): number {
    return this.#openSteps().length;
  }

  /** Latest start or end of any step, in epoch milliseconds. */
  get lastSeen(): number {
    return this.start + this.end;
  }

  /** State that all open steps share. It depends on the time since the thread's last activity. */
  get openState(): OpenState {
    return openStateOf(this.lastSeen);
  }

  /** Returns the id of the next step with an error in tree order, wrapping around at the end. Null if there is none. */
  errorAfter(id: string | null): string | null {
    return this.#stepAfter(id, this.#columns.errors);
  }

  /**
   * Returns the id of the step whose error explains why the thread failed; null if no root step failed. This is the
   * first failed root step or, inside it, the failed step with which it ended. An error after which the run went on is
   * not the cause.
   */
  get failureId(): string | null {
    const root = this.childrenOf(-1).find((step) => this.hasError(step));
    if (root === undefined) return null;
    let failed: number = root;
    for (;;) {
      const last: number | undefined = this.childrenOf(failed).findLast((step) => !isMessage(this.typeOf(step)));
      if (last === undefined || !this.hasError(last)) return this.idOf(failed);
      failed = last;
    }
  }

  /** Returns the id of the next open step in tree order, wrapping around at the end. Null if there is none. */
  openAfter(id: string | null): string | null {
    return this.#stepAfter(id, this.#openSteps());
  }

  #openSteps(): readonly number[] {
    this.#open ??= Array.from(this.order).filter((index) => this.isOpen(index));
    return this.#open;
  }

  #stepAfter(id: string | null, steps: readonly number[]): string | null {
    const after = id === null ? -1 : (this.positions[this.indexOf(id) ?? -1] ?? -1);
    const inOrder = this.#inOrder(steps);
    const next = inOrder.find((index) => (this.positions[index] ?? 0) > after) ?? inOrder[0];
    return next === undefined ? null : this.idOf(next);
  }

  #inOrder(steps: readonly number[]): readonly number[] {
    return steps.toSorted((one, other) => (this.positions[one] ?? 0) - (this.positions[other] ?? 0));
  }

  /** Returns the index of a step; undefined if it is not found. */
  indexOf(id: string): number | undefined {
    this.#indexes ??= new Map(this.ids.map((each, index) => [each, index]));
    return this.#indexes.get(id);
  }

  idOf(index: number): string {
    return this.ids[index] ?? "";
  }

  get types(): readonly string[] {
    this.#types ??= countedTypes(this);
    return this.#types;
  }

  typeOf(index: number): string {
    return this.#columns.types[this.#columns.type[index] ?? -1] ?? "undefined";
  }

  nameOf(index: number): string | null {
    return this.#columns.names[this.#columns.name[index] ?? -1] ?? null;
  }

  /** Returns the start of a step, in milliseconds after `start`; null if unknown. */
  fromOf(index: number): number | null {
    return this.#columns.from[index] ?? null;
  }

  toOf(index: number): number | null {
    return this.#columns.to[index] ?? null;
  }

  /** Returns the duration of a step in seconds; null if it is running or unknown. */
  durationOf(index: number): number | null {
    const [from, to] = [this.fromOf(index), this.toOf(index)];
    return from === null || to === null ? null : Math.max(to - from, 0) / 1000;
  }

  hasError(index: number): boolean {
    return ((this.#flags[index] ?? 0) & 1) !== 0;
  }

  hasScores(index: number): boolean {
    return ((this.#flags[index] ?? 0) & 2) !== 0;
  }

  get isScored(): boolean {
    return this.#columns.scored.length > 0;
  }

  hasAttachments(index: number): boolean {
    return ((this.#flags[index] ?? 0) & 4) !== 0;
  }

  hasGeneration(index: number): boolean {
    return (this.#generationOf[index] ?? -1) !== -1;
  }

  modelOf(index: number): string | null {
    const at = this.#generationOf[index] ?? -1;
    return this.#columns.models[this.#columns.generations.model[at] ?? -1] ?? null;
  }

  /** Returns the time to first token of a step, in milliseconds; null if unknown. */
  ttFirstTokenOf(index: number): number | null {
    return this.#columns.generations.ttFirstToken[this.#generationOf[index] ?? -1] ?? null;
  }

  /**
   * Returns the token count and cost of a step's descendants. Null if both are 0. Also null for a model call, because
   * the page shows the usage of the call itself.
   */
  usageBelow(index: number): UsageBelow | null {
    const [tokenCount, cost] = [this.totalTokens[index] ?? 0, this.totalCosts[index] ?? 0];
    return this.hasGeneration(index) || (tokenCount === 0 && cost === 0) ? null : { tokenCount, cost };
  }

  *descendants(index: number): Generator<number> {
    const position = this.positions[index] ?? 0;
    const last = position + (this.below[index] ?? 0);
    for (let at = position + 1; at <= last; at += 1) yield this.order[at] ?? 0;
  }

  /** Returns the children of a step in order. For -1, returns the root steps. */
  childrenOf(index: number): readonly number[] {
    const children: number[] = [];
    const first = index === -1 ? 0 : (this.positions[index] ?? 0) + 1;
    const end = index === -1 ? this.size : first + (this.below[index] ?? 0);
    for (let at = first; at < end;) {
      const child = this.order[at] ?? 0;
      children.push(child);
      at += 1 + (this.below[child] ?? 0);
    }
    return children;
  }

  #total(column: "tokenCount" | "cost"): Float64Array {
    const values = this.#columns.generations[column];
    const totals = new Float64Array(this.size);
    for (let at = this.size - 1; at >= 0; at -= 1) {
      const index = this.order[at] ?? 0;
      totals[index] = (totals[index] ?? 0) + (values[this.#generationOf[index] ?? -1] ?? 0);
      const parent = this.parents[index] ?? -1;
      if (parent !== -1) totals[parent] = (totals[parent] ?? 0) + (totals[index] ?? 0);
    }
    return totals;
  }
}

/** Parses `Thread.outline` or `stepOutline`; returns null if there is no outline. */
export function readOutline(value: JsonValue | undefined): Outline | null {
  if (value === null || value === undefined) return null;
  return new Outline(value as unknown as OutlineColumns); // the service sends this format
}

function countedTypes(outline: Outline): readonly string[] {
  const counts = new Map<string, number>();
  for (let index = 0; index < outline.size; index += 1) {
    const type = outline.typeOf(index);
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([type]) => type);
}

function lastStart(from: readonly (number | null)[]): number {
  return from.reduce<number>((most, each) => Math.max(most, each ?? 0), 0);
}

/** Returns for each position in `order` how many steps up to and including it pass the test. */
function runningCount(order: Int32Array, test: (step: number) => boolean): Int32Array {
  let count = 0;
  return order.map((step) => (count += test(step) ? 1 : 0));
}
