import type { StepType } from "./steps.ts";

/** The longest outline that is made; what is longer is read by pages. */
export const maximumOutlineSteps = 250_000;

/** A step without its payload, as a store reads it for an outline. Times are epoch milliseconds. */
export interface OutlineRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly type: StepType;
  readonly name: string | null;
  readonly createdAt: number;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly hasError: number | boolean;
  /** Null when the step has no generation, and so none of what follows. */
  readonly generationType: string | null;
  readonly model: string | null;
  readonly inputTokenCount: number | null;
  readonly outputTokenCount: number | null;
  readonly tokenCount: number | null;
  readonly ttFirstToken: number | null;
  /** US dollars. */
  readonly cost: number | null;
}

/** What belongs to the steps of an outline: ids of those that have scores, and attachments. */
export interface OutlineBelongings {
  readonly scored: ReadonlySet<string>;
  readonly attached: ReadonlySet<string>;
}

/** Steps as columns, as `Thread.outline` of the contract describes them. */
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

/** Puts rows, oldest first, into columns; texts that repeat are told once. */
export function packOutline(rows: readonly OutlineRow[], { scored, attached }: OutlineBelongings): StepOutline {
  const indexOf = new Map(rows.map(({ id }, index) => [id, index]));
  const least = rows.reduce((start, row) => Math.min(start, row.startTime ?? row.createdAt), Infinity);
  const start = rows.length === 0 ? 0 : least;
  const [types, names, models] = [new Dictionary(), new Dictionary(), new Dictionary()];
  const after = (time: number | null): number | null => (time === null ? null : time - start);
  const where = (claim: (row: OutlineRow) => boolean): number[] =>
    rows.flatMap((row, index) => (claim(row) ? index : []));
  const calls = where(({ generationType }) => generationType !== null);
  const ofCalls = <Value>(read: (row: OutlineRow) => Value): Value[] =>
    calls.flatMap((index) => {
      const row = rows[index];
      return row ? [read(row)] : [];
    });
  return {
    start,
    id: rows.map(({ id }) => id),
    parent: rows.map(({ parentId }) => (parentId === null ? -1 : (indexOf.get(parentId) ?? -1))),
    type: rows.map(({ type }) => types.indexOf(type)),
    name: rows.map(({ name }) => names.indexOf(name)),
    from: rows.map(({ startTime }) => after(startTime)),
    to: rows.map(({ endTime }) => after(endTime)),
    errors: where(({ hasError }) => Boolean(hasError)),
    scored: scored.size === 0 ? [] : where(({ id }) => scored.has(id)),
    attached: attached.size === 0 ? [] : where(({ id }) => attached.has(id)),
    generations: {
      step: calls,
      model: ofCalls(({ model }) => models.indexOf(model)),
      inputTokenCount: ofCalls(({ inputTokenCount }) => inputTokenCount),
      outputTokenCount: ofCalls(({ outputTokenCount }) => outputTokenCount),
      tokenCount: ofCalls(({ tokenCount }) => tokenCount),
      ttFirstToken: ofCalls(({ ttFirstToken }) => ttFirstToken),
      cost: ofCalls(({ cost }) => cost),
    },
    types: types.texts,
    names: names.texts,
    models: models.texts,
  };
}

/** Texts in the order in which they came first. */
class Dictionary {
  readonly texts: string[] = [];
  readonly #indexes = new Map<string, number>();

  /** The index of a text, -1 for none. */
  indexOf(text: string | null): number {
    if (text === null) return -1;
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    this.#indexes.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}
