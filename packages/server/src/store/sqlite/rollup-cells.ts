import { LatencySketch } from "../latency-sketch.ts";
import type { Fact, ScoreFact, StepFact, ThreadFact } from "./rollup-facts.ts";

/** What the sums are split by; the numbers are stored. */
export const dimensions = {
  none: 0,
  type: 1,
  name: 2,
  model: 3,
  provider: 4,
  promptId: 5,
  user: 6,
  scoreName: 7,
} as const;

/** The sums that are plain numbers, by the name of their column. */
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

/** The sketches, by the name of their column: milliseconds of steps, seconds of generations, milliseconds to the first token. */
export const sketches = ["latencies", "durations", "firstTokens"] as const;

export type SumName = (typeof sums)[number];
export type SketchName = (typeof sketches)[number];

/** Sums over some records. */
export type Cell = { [name in SumName]: number } & { [name in SketchName]: LatencySketch };

/** Where a cell belongs; texts as `rollups` holds them. */
export interface CellPlace {
  readonly project: number;
  readonly dimension: number;
  /** Minutes since the epoch, of the minute or, of an hourly sum, of the hour. */
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

/** A text as a part of a key: null differs from every text. */
export function encodeText(text: string | number | null): string {
  return text === null ? "" : `=${text}`;
}

export function decodeText(text: string): string | null {
  return text === "" ? null : text.slice(1);
}

/** Sums by minute that are collected from facts. */
export class RollupCells {
  readonly #cells = new Map<string, { readonly place: CellPlace; readonly cell: Cell }>();

  /** Adds a record, or takes it out with a sign of -1. */
  add({ kind, fact }: Fact, sign: 1 | -1): void {
    if (kind === "steps") this.#addStep(fact, sign);
    else if (kind === "threads") this.#addThread(fact, sign);
    else this.#addScore(fact, sign);
  }

  [Symbol.iterator](): Iterator<{ readonly place: CellPlace; readonly cell: Cell }> {
    return this.#cells.values();
  }

  #addStep(fact: StepFact, sign: 1 | -1): void {
    const { project, createdAt, isGeneration } = fact;
    const environment = encodeText(fact.environment);
    const bucket = minuteOf(createdAt);
    const at = (dimension: number, value: string): void =>
      addStep(this.#cell({ project, dimension, bucket, environment, value }), fact, sign);
    at(dimensions.none, "");
    at(dimensions.type, encodeText(fact.type));
    at(dimensions.name, encodeText(fact.name));
    at(dimensions.user, encodeText(fact.user));
    if (isGeneration === 0) return;
    at(dimensions.model, encodeText(fact.model));
    at(dimensions.provider, encodeText(fact.provider));
    at(dimensions.promptId, encodeText(fact.promptId));
  }

  #addThread({ project, createdAt, environment, user }: ThreadFact, sign: 1 | -1): void {
    const place = { project, bucket: minuteOf(createdAt), environment: encodeText(environment) };
    this.#cell({ ...place, dimension: dimensions.none, value: "" }).threads += sign;
    this.#cell({ ...place, dimension: dimensions.user, value: encodeText(user) }).threads += sign;
  }

  #addScore({ project, createdAt, name, value }: ScoreFact, sign: 1 | -1): void {
    const place = { project, bucket: minuteOf(createdAt), environment: "" };
    const cells = [
      this.#cell({ ...place, dimension: dimensions.none, value: "" }),
      this.#cell({ ...place, dimension: dimensions.scoreName, value: encodeText(name) }),
    ];
    for (const cell of cells) {
      cell.scores += sign;
      cell.scoreSum += sign * value;
    }
  }

  #cell(place: CellPlace): Cell {
    const { project, dimension, bucket, environment, value } = place;
    const key = `${project} ${bucket} ${dimension} ${environment.length} ${environment}${value}`;
    let entry = this.#cells.get(key);
    if (entry === undefined) {
      entry = { place, cell: emptyCell() };
      this.#cells.set(key, entry);
    }
    return entry.cell;
  }
}

function minuteOf(time: number): number {
  return Math.floor(time / 60_000);
}

function addStep(cell: Cell, fact: StepFact, sign: 1 | -1): void {
  cell.steps += sign;
  if (fact.type === "run") cell.runs += sign;
  if (fact.error === 1) cell.errors += sign;
  if (fact.latency !== null) cell.latencies.add(fact.latency, sign);
  if (fact.isGeneration === 0) return;
  cell.generations += sign;
  if (fact.generationError === 1) cell.generationErrors += sign;
  cell.tokens += sign * (fact.tokens ?? 0);
  cell.inputTokens += sign * (fact.inputTokens ?? 0);
  cell.outputTokens += sign * (fact.outputTokens ?? 0);
  if (fact.cost !== null) {
    cell.cost += sign * fact.cost;
    cell.costed += sign;
  }
  if (fact.duration !== null) cell.durations.add(fact.duration, sign);
  if (fact.firstToken !== null) cell.firstTokens.add(fact.firstToken, sign);
}
