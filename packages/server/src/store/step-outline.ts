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
  readonly hasError: boolean;
  readonly hasScores: boolean;
  readonly hasAttachments: boolean;
  readonly generation: OutlineGeneration | null;
}

export interface OutlineGeneration {
  readonly model: string | null;
  readonly inputTokenCount: number | null;
  readonly outputTokenCount: number | null;
  readonly tokenCount: number | null;
  readonly ttFirstToken: number | null;
  readonly cost: number | null;
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
export function packOutline(rows: readonly OutlineRow[]): StepOutline {
  const indexOf = new Map(rows.map(({ id }, index) => [id, index]));
  const start = rows.reduce((least, row) => Math.min(least, row.startTime ?? row.createdAt), Infinity);
  const base = rows.length === 0 ? 0 : start;
  const [types, names, models] = [new Dictionary(), new Dictionary(), new Dictionary()];
  const after = (time: number | null): number | null => (time === null ? null : time - base);
  const whereTrue = (claim: "hasError" | "hasScores" | "hasAttachments"): number[] =>
    rows.flatMap((row, index) => (row[claim] ? index : []));
  const withGeneration = rows.flatMap(({ generation }, step) => (generation ? { ...generation, step } : []));
  return {
    start: base,
    id: rows.map(({ id }) => id),
    parent: rows.map(({ parentId }) => (parentId === null ? -1 : (indexOf.get(parentId) ?? -1))),
    type: rows.map(({ type }) => types.indexOf(type)),
    name: rows.map(({ name }) => names.indexOf(name)),
    from: rows.map(({ startTime }) => after(startTime)),
    to: rows.map(({ endTime }) => after(endTime)),
    errors: whereTrue("hasError"),
    scored: whereTrue("hasScores"),
    attached: whereTrue("hasAttachments"),
    generations: {
      step: withGeneration.map(({ step }) => step),
      model: withGeneration.map(({ model }) => models.indexOf(model)),
      inputTokenCount: withGeneration.map(({ inputTokenCount }) => inputTokenCount),
      outputTokenCount: withGeneration.map(({ outputTokenCount }) => outputTokenCount),
      tokenCount: withGeneration.map(({ tokenCount }) => tokenCount),
      ttFirstToken: withGeneration.map(({ ttFirstToken }) => ttFirstToken),
      cost: withGeneration.map(({ cost }) => cost),
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
