import { parentsFirst } from "./parents-first.ts";
import type { StepType } from "./step-type.ts";

/** Maximum number of steps in an outline. A longer thread has no outline; its steps can only be read page by page. */
export const maximumOutlineSteps = 250_000;

/**
 * A step without its payload, as a store reads it for an outline: a tuple, because there are many. Times are epoch
 * milliseconds; the key is the order of insertion.
 */
export type OutlineStep = readonly [
  key: number,
  id: string,
  parentId: string | null,
  type: StepType,
  name: string | null,
  createdAt: number,
  startTime: number | null,
  endTime: number | null,
  hasError: number,
  startMicros: number,
];

/**
 * The generation of a step. `step` is the key of the step. The cost is in US dollars. This is a tuple instead of an
 * object, because an outline may have many generations.
 */
export type OutlineCall = readonly [
  step: number,
  model: string | null,
  inputTokenCount: number | null,
  outputTokenCount: number | null,
  tokenCount: number | null,
  ttFirstToken: number | null,
  cost: number | null,
];

/** Rows of an outline, in any order. */
export interface OutlineRows {
  readonly steps: readonly OutlineStep[];
  readonly calls: readonly OutlineCall[];
  /** Ids of steps with scores. May include steps that are not in the outline. */
  readonly scored: ReadonlySet<string>;
  /** Ids of steps with attachments. May include steps that are not in the outline. */
  readonly attached: ReadonlySet<string>;
}

/** Outline of steps as one array per field, as documented at `Thread.outline` in the GraphQL schema. */
export interface StepOutline {
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

/** Converts rows to columns, oldest first; repeated texts are stored once. */
export function packOutline(rows: OutlineRows): StepOutline {
  const sorted = rows.steps.toSorted(
    (one, other) => beginOf(one) - beginOf(other) || one[9] - other[9] || one[0] - other[0],
  );
  const steps = parentsFirst(sorted, (step) => ({ id: step[1], parentId: step[2], time: beginOf(step) }));
  const [first] = steps;
  const start = first ? beginOf(first) : 0;
  const [types, names, models] = [new Dictionary(), new Dictionary(), new Dictionary()];
  // Destructuring a tuple calls its iterator, which is slow in long loops.
  const indexOf = new Map<string, number>();
  const indexOfKey = new Map<number, number>();
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index];
    if (step === undefined) continue;
    indexOf.set(step[1], index);
    indexOfKey.set(step[0], index);
  }
  const after = (time: number | null): number | null => (time === null ? null : time - start);
  const whereIn = (ids: ReadonlySet<string>): number[] =>
    [...ids].flatMap((id) => indexOf.get(id) ?? []).toSorted((one, other) => one - other);
  const placed = rows.calls.map((call) => ({ call, step: indexOfKey.get(call[0]) ?? -1 }));
  const calls = placed.filter(({ step }) => step !== -1).toSorted((one, other) => one.step - other.step);
  return {
    start,
    id: steps.map((step) => step[1]),
    parent: steps.map((step) => (step[2] === null ? -1 : (indexOf.get(step[2]) ?? -1))),
    type: steps.map((step) => types.indexOf(step[3])),
    name: steps.map((step) => names.indexOf(step[4])),
    from: steps.map((step) => after(step[6])),
    to: steps.map((step) => after(step[7])),
    errors: steps.flatMap((step, index) => (step[8] === 0 ? [] : index)),
    scored: whereIn(rows.scored),
    attached: whereIn(rows.attached),
    generations: {
      step: calls.map(({ step }) => step),
      model: calls.map(({ call }) => models.indexOf(call[1])),
      inputTokenCount: calls.map(({ call }) => call[2]),
      outputTokenCount: calls.map(({ call }) => call[3]),
      tokenCount: calls.map(({ call }) => call[4]),
      ttFirstToken: calls.map(({ call }) => call[5]),
      cost: calls.map(({ call }) => call[6]),
    },
    types: types.texts,
    names: names.texts,
    models: models.texts,
  };
}

/** Start time of a step, or its creation time without one. */
function beginOf(step: OutlineStep): number {
  return step[6] ?? step[5];
}

/** Distinct texts in order of first occurrence. */
class Dictionary {
  readonly texts: string[] = [];
  readonly #indexes = new Map<string, number>();

  /** The index of a text; -1 for null. */
  indexOf(text: string | null): number {
    if (text === null) return -1;
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    this.#indexes.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}
