import { binOf, LatencySketch, mergeEncoded } from "./latency-sketch.ts";
import type { Fact, ScoreFact, StepFact, ThreadFact } from "./rollup-fact.ts";

/** Dimensions by which the totals in the rollups are grouped. The numbers are stored in the database. */
export const dimensions = {
  none: 0,
  type: 1,
  name: 2,
  model: 3,
  provider: 4,
  promptId: 5,
  user: 6,
  scoreName: 7,
  apiKey: 8,
} as const;

/** Hourly rollups are kept forever, minute rollups for a limited time. */
export const levels = { hour: 0, minute: 1 } as const;

const maxMinutes = 2 * 24 * 60;
const minutesPruned = 60;

/**
 * Returns the first minute for which minute rollups are kept. `before` is the previous result. The result only changes
 * when at least an hour of minute rollups is too old. So minute rollups are deleted at most once an hour.
 */
export function minutesKeptFrom(now: number, before: number): number {
  const from = Math.floor(now / 60_000) - maxMinutes;
  return from - before < minutesPruned ? before : from;
}

/** Maximum number of pending records that a read counts in addition to the rollups. */
export const pendingLimit = 20_000;

export const sums = [
  "steps",
  "runs",
  "errors",
  "generations",
  "generationErrors",
  "tokens",
  "inputTokens",
  "outputTokens",
  "cost",
  "costed",
  "threads",
  "scores",
  "scoreSum",
] as const;

/**
 * Columns with latency sketches: step durations in milliseconds, generation durations in seconds, times to first token
 * in milliseconds.
 */
export const sketches = ["latencies", "durations", "firstTokens"] as const;

export type SumName = (typeof sums)[number];
export type SketchName = (typeof sketches)[number];

/**
 * Totals of the records at one {@link CellPlace}: a number for each sum, and a latency sketch for each kind of
 * duration.
 */
export type Cell = { [name in SumName]: number } & { [name in SketchName]: LatencySketch };

/**
 * Identifies the records that a {@link Cell} counts: all records of one minute or hour, with one environment and one
 * value of a dimension. Texts are encoded by {@link encodeText}.
 */
export interface CellPlace {
  readonly project: number;
  readonly dimension: number;
  /** Start of the minute or hour, in minutes since the epoch. */
  readonly bucket: number;
  readonly environment: string;
  readonly value: string;
}

export function emptyCell(): Cell {
  return {
    steps: 0,
    runs: 0,
    errors: 0,
    generations: 0,
    generationErrors: 0,
    tokens: 0,
    inputTokens: 0,
    outputTokens: 0,
    cost: 0,
    costed: 0,
    threads: 0,
    scores: 0,
    scoreSum: 0,
    latencies: new LatencySketch(),
    durations: new LatencySketch(),
    firstTokens: new LatencySketch(),
  };
}

export function isEmptyCell(cell: Cell): boolean {
  return cell.steps === 0 && cell.threads === 0 && cell.scores === 0 && cell.generations === 0;
}

export function mergeCell(target: Cell, source: Cell): void {
  for (const name of sums) target[name] += source[name];
  for (const name of sketches) if (!source[name].isEmpty) target[name].merge(source[name]);
}

/** Converts a row of `rollups`, or some of its columns, to a {@link Cell}. */
export function toCell(row: Readonly<Record<string, unknown>>): Cell {
  const cell = emptyCell();
  for (const name of sums) cell[name] = Number(row[name] ?? 0);
  mergeSketches(cell, row);
  return cell;
}

export function mergeSketches(target: Cell, row: Readonly<Record<string, unknown>>): void {
  for (const name of sketches) {
    const bytes = row[name];
    if (bytes instanceof Uint8Array) mergeEncoded(target[name], bytes);
  }
}

/** Encodes a text as a part of a key, so that null differs from every text. */
export function encodeText(text: string | number | null): string {
  return text === null ? "" : `=${text}`;
}

export function decodeText(text: string): string | null {
  return text === "" ? null : text.slice(1);
}

export interface LevelCell {
  readonly level: number;
  readonly place: CellPlace;
  readonly cell: Cell;
}

/**
 * Stored records that are not in the rollups yet. `cells` contains the totals of those that were read, and `leftOut` is
 * the approximate number of all others.
 */
export interface PendingRecords {
  readonly cells: RollupCells;
  readonly leftOut: number;
}

interface MinuteCells {
  readonly project: number;
  readonly bucket: number;
  readonly environment: string | null;
  readonly cells: readonly Map<string | number | null, Cell>[];
}

export class RollupCells {
  readonly #minutes = new Map<string, MinuteCells>();
  #last: MinuteCells | undefined;
  readonly #dimensions: ReadonlySet<number> | undefined;

  /** `only`: dimensions to collect; by default, all. */
  constructor(only?: ReadonlySet<number>) {
    this.#dimensions = only;
  }

  /**
   * Adds a record; with a weight of -1, removes it. The weight of a sampled record is the number of records that it
   * represents.
   */
  add({ kind, fact }: Fact, weight: number): void {
    if (kind === "steps") this.#addStep(fact, weight);
    else if (kind === "threads") this.#addThread(fact, weight);
    else this.#addScore(fact, weight);
  }

  *[Symbol.iterator](): Iterator<{ readonly place: CellPlace; readonly cell: Cell }> {
    for (const { project, bucket, environment, cells } of this.#minutes.values()) {
      const common = { project, bucket, environment: encodeText(environment) };
      for (const [dimension, byValue] of cells.entries()) {
        for (const [value, cell] of byValue) {
          yield { place: { ...common, dimension, value: dimension === 0 ? "" : encodeText(value) }, cell };
        }
      }
    }
  }

  /** Returns the totals for the hourly rollups and, from `minutesFrom` on, for the minute rollups. */
  byLevel(minutesFrom: number): LevelCell[] {
    const minutes: LevelCell[] = [];
    const hours = new Map<string, LevelCell>();
    for (const { place, cell } of this) {
      if (place.bucket >= minutesFrom) minutes.push({ level: levels.minute, place, cell });
      const { project, dimension, environment, value } = place;
      const bucket = place.bucket - (place.bucket % 60);
      const key = `${project} ${bucket} ${dimension} ${environment.length} ${environment}${value}`;
      const hour = hours.get(key) ?? { level: levels.hour, place: { ...place, bucket }, cell: emptyCell() };
      mergeCell(hour.cell, cell);
      hours.set(key, hour);
    }
    return [...minutes, ...hours.values()];
  }

  #addStep(fact: StepFact, weight: number): void {
    const minute = this.#minute(fact.project, fact.createdAt, fact.environment);
    const bins = binsOf(fact);
    const add = (dimension: number, value: string | number | null): void => {
      if (this.#isWanted(dimension)) addStep(cellOf(minute, dimension, value), fact, bins, weight);
    };
    add(dimensions.none, null);
    add(dimensions.type, fact.type);
    add(dimensions.name, fact.name);
    add(dimensions.user, fact.userId);
    if (fact.apiKeyId != null) add(dimensions.apiKey, fact.apiKeyId);
    if (fact.isGeneration === 0) return;
    add(dimensions.model, fact.model);
    add(dimensions.provider, fact.provider);
    add(dimensions.promptId, fact.promptId);
  }

  #addThread({ project, createdAt, environment, userId }: ThreadFact, weight: number): void {
    const minute = this.#minute(project, createdAt, environment);
    if (this.#isWanted(dimensions.none)) cellOf(minute, dimensions.none, null).threads += weight;
    if (this.#isWanted(dimensions.user)) cellOf(minute, dimensions.user, userId).threads += weight;
  }

  #addScore({ project, createdAt, name, value: judged, environment = null }: ScoreFact, weight: number): void {
    const minute = this.#minute(project, createdAt, environment);
    const add = (dimension: number, value: string | null): void => {
      if (!this.#isWanted(dimension)) return;
      const cell = cellOf(minute, dimension, value);
      cell.scores += weight;
      cell.scoreSum += weight * judged;
    };
    add(dimensions.none, null);
    add(dimensions.scoreName, name);
  }

  #isWanted(dimension: number): boolean {
    return this.#dimensions === undefined || this.#dimensions.has(dimension);
  }

  #minute(project: number, createdAt: number, environment: string | null): MinuteCells {
    const bucket = Math.floor(createdAt / 60_000);
    const last = this.#last;
    if (last?.bucket === bucket && last.project === project && last.environment === environment) return last;
    const key = `${project} ${bucket} ${encodeText(environment)}`;
    let minute = this.#minutes.get(key);
    if (minute === undefined) {
      const cells = Object.values(dimensions).map(() => new Map<string | number | null, Cell>());
      minute = { project, bucket, environment, cells };
      this.#minutes.set(key, minute);
    }
    this.#last = minute;
    return minute;
  }
}

function cellOf({ cells }: MinuteCells, dimension: number, value: string | number | null): Cell {
  const byValue = cells[dimension];
  const known = byValue?.get(value);
  if (known !== undefined) return known;
  const cell = emptyCell();
  byValue?.set(value, cell);
  return cell;
}

/** Bins of the latency sketches that count the values of a step; null without a value. */
interface Bins {
  readonly latency: number | null;
  readonly duration: number | null;
  readonly firstToken: number | null;
}

function binsOf({ latency, duration, firstToken }: StepFact): Bins {
  return {
    latency: latency === null ? null : binOf(latency),
    duration: duration === null ? null : binOf(duration),
    firstToken: firstToken === null ? null : binOf(firstToken),
  };
}

function addStep(cell: Cell, fact: StepFact, bins: Bins, weight: number): void {
  cell.steps += weight;
  if (fact.type === "run") cell.runs += weight;
  if (fact.error === 1) cell.errors += weight;
  if (bins.latency !== null) cell.latencies.addBin(bins.latency, weight);
  if (fact.isGeneration === 0) return;
  cell.generations += weight;
  if (fact.generationError === 1) cell.generationErrors += weight;
  cell.tokens += weight * (fact.tokens ?? 0);
  cell.inputTokens += weight * (fact.inputTokens ?? 0);
  cell.outputTokens += weight * (fact.outputTokens ?? 0);
  if (fact.cost !== null) {
    cell.cost += weight * fact.cost;
    cell.costed += weight;
  }
  if (bins.duration !== null) cell.durations.addBin(bins.duration, weight);
  if (bins.firstToken !== null) cell.firstTokens.addBin(bins.firstToken, weight);
}
