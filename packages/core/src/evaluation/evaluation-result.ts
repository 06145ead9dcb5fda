import {
  type ComparedScore,
  compareScores,
  type CompareScoresOptions,
  describeVerdict,
  type PassRates,
  passRates,
  type ScoreSummary,
  summarizeScore,
} from "@threadline/evaluation/statistics";
import type { CalibrationOperations } from "../api/calibrations.ts";
import type { ExperimentOperations } from "../api/experiments.ts";
import { ConfigError } from "../errors.ts";
import type { DatasetExperiment } from "../experiment.ts";
import type { JsonObject } from "../types/json.ts";
import type { ScoreConstructor } from "../types/scores.ts";
import { storedKey } from "./item-key.ts";
import { findUnmeasured } from "./measured-judges.ts";
import { renderInterval, renderTable, renderValue } from "./render-table.ts";

/** Outcome of one run of an item. */
export interface EvaluatedItem {
  /** Id of the experiment item. */
  id: string;
  /**
   * Identifies the item in all experiments: a hash of the id of its dataset item, or else of its own id or its input.
   */
  key: string;
  datasetItemId: string | null;
  /** Number of the run of the item, from 0. */
  repeat: number;
  input: JsonObject;
  /** Output as it is stored: a value that is not an object is under the key `output`. Null if the task failed. */
  output: JsonObject | null;
  scores: readonly ScoreConstructor[];
  /** Error message of the task. Null if the task did not fail. */
  error: string | null;
  /** Error messages of failed scorers, by scorer name. */
  scorerErrors: Readonly<Record<string, string>>;
  /** Id of the step that recorded the run and is the root of its trace. */
  experimentRunId: string | null;
  /** Whether an earlier process ran the item. */
  isResumed: boolean;
}

/** Summary of one score over all items. */
export interface EvaluatedScore extends ScoreSummary {
  name: string;
}

/** Differences between the scores of an experiment and those of a baseline. */
export interface EvaluationComparison {
  baseline: { id: string; name: string };
  /** Scores that both experiments have, in alphabetical order. */
  scores: readonly ComparedScore[];
  /** Renders the comparison as a table. */
  toString(): string;
}

/** The items of an experiment that a comparison reads. */
interface ScoredItem {
  readonly key: string;
  readonly scores: readonly { readonly name: string; readonly value: number }[];
}

export interface EvaluationResultData {
  readonly experimentId: string;
  readonly name: string;
  readonly datasetId: string | null;
  readonly repeats: number;
  readonly items: readonly EvaluatedItem[];
}

type ResultOperations = Pick<CalibrationOperations, "getJudgeStates"> &
  Pick<ExperimentOperations, "getExperiment" | "getExperiments">;

/** Result of `client.evaluate()`. */
export class EvaluationResult {
  readonly #api: ResultOperations;
  readonly experimentId: string;
  readonly name: string;
  readonly datasetId: string | null;
  readonly repeats: number;
  /** Outcomes in the order of the items. The repeats of an item follow each other. */
  readonly items: readonly EvaluatedItem[];
  /** Summaries of the scores in alphabetical order, with 95 % intervals. */
  readonly scores: readonly EvaluatedScore[];

  constructor(api: ResultOperations, { experimentId, name, datasetId, repeats, items }: EvaluationResultData) {
    this.#api = api;
    this.experimentId = experimentId;
    this.name = name;
    this.datasetId = datasetId;
    this.repeats = repeats;
    this.items = items;
    this.scores = [...valuesByScore(items)].flatMap(([score, values]) => {
      const summary = summarizeScore([...values.values()]);
      return summary === null ? [] : [{ name: score, ...summary }];
    });
  }

  /** Number of runs in which the task or a scorer failed. */
  get failed(): number {
    return this.items.filter(({ error, scorerErrors }) => error !== null || Object.keys(scorerErrors).length > 0)
      .length;
  }

  /**
   * Estimates how often items pass at least once (pass@k) or every time (pass^k) in `k` runs. A run passes if its score
   * is at least `threshold`. A run without the score fails. Null if there are fewer than `k` repeats.
   *
   * @param options.k Default: the number of repeats.
   * @param options.threshold Default: 1.
   */
  passRates(
    score: string,
    { k = this.repeats, threshold = 1 }: { k?: number; threshold?: number } = {},
  ): PassRates | null {
    const passes = new Map<string, boolean[]>();
    for (const { key, scores } of this.items) {
      const value = scores.find(({ name }) => name === score)?.value;
      passes.set(key, [...(passes.get(key) ?? []), value !== undefined && value >= threshold]);
    }
    return passRates([...passes.values()], k);
  }

  /**
   * Returns the names of judges of a score that are not measured, such as `tone v2`: too few of their scores have a
   * label of a person, or no evaluator of the service created the score. Empty if no model created it.
   */
  unmeasuredJudges(score: string): Promise<string[]> {
    return findUnmeasured(
      this.#api,
      score,
      this.items.flatMap(({ scores }) => scores),
    );
  }

  /**
   * Compares the scores with those of another result or experiment, item by item.
   *
   * @param baseline A result, or the id or the name of an experiment. If several experiments have the name, the newest
   * one other than this is used.
   * @throws {ConfigError} if the experiment is not found, or if it has none of the items.
   */
  async compare(baseline: EvaluationResult | string, options?: CompareScoresOptions): Promise<EvaluationComparison> {
    const { id, name, items } = await this.#load(baseline);
    const before = valuesByScore(items);
    const keys = new Set(items.map(({ key }) => key));
    if (!this.items.some(({ key }) => keys.has(key))) {
      throw new ConfigError(`compare: the experiments ${this.name} and ${name} have no item in common`);
    }
    const pairs = [...valuesByScore(this.items)].map(([score, after]) => {
      const old = before.get(score);
      const shared = [...after].flatMap(([key, values]) => {
        const others = old?.get(key);
        return others === undefined ? [] : [{ before: average(others), after: average(values) }];
      });
      return [score, shared] as const;
    });
    const scores = compareScores(pairs, options);
    return { baseline: { id, name }, scores, toString: () => renderComparison(scores, name) };
  }

  async #load(
    baseline: EvaluationResult | string,
  ): Promise<{ id: string; name: string; items: readonly ScoredItem[] }> {
    if (baseline instanceof EvaluationResult) {
      return { id: baseline.experimentId, name: baseline.name, items: baseline.items };
    }
    const experiment = (await this.#api.getExperiment(baseline)) ?? (await this.#newest(baseline));
    if (experiment === null) throw new ConfigError(`compare: experiment ${JSON.stringify(baseline)} not found`);
    const items = await Promise.all(
      experiment.items.map(async (item) => ({ key: await storedKey(item), scores: item.scores })),
    );
    return { id: experiment.id, name: experiment.name, items };
  }

  async #newest(name: string): Promise<DatasetExperiment | null> {
    const { data } = await this.#api.getExperiments({ query: `name:${JSON.stringify(name)}` });
    const found = data.find((each) => each.name === name && each.id !== this.experimentId);
    return found === undefined ? null : this.#api.getExperiment(found.id);
  }

  /** Renders the scores as a table. */
  toString(): string {
    const items = new Set(this.items.map(({ key }) => key)).size;
    const repeats = this.repeats > 1 ? ` x ${this.repeats}` : "";
    const failed = this.failed > 0 ? `, ${this.failed} failed` : "";
    const withPasses = this.repeats > 1 && this.scores.some(({ isRate }) => isRate);
    const head = ["Score", "Average", "95 % interval", "Items"];
    const rows = this.scores.map(({ name, average: mean, interval, items: count, isRate }) => {
      const rates = withPasses && isRate ? this.passRates(name) : null;
      const passes = withPasses
        ? [rates?.once, rates?.always].map((rate) => (rate === undefined ? "-" : renderValue(rate)))
        : [];
      return [name, renderValue(mean), renderInterval(interval), String(count), ...passes];
    });
    const passHead = withPasses ? [`pass@${this.repeats}`, `pass^${this.repeats}`] : [];
    const title = `${this.name}: ${items} ${items === 1 ? "item" : "items"}${repeats}${failed}`;
    return rows.length === 0 ? `${title}, no scores` : `${title}\n${renderTable([[...head, ...passHead], ...rows])}`;
  }
}

function renderComparison(scores: readonly ComparedScore[], baseline: string): string {
  const rows = scores.map((score) => [
    score.name,
    renderValue(score.before),
    renderValue(score.after),
    renderValue(score.difference),
    renderInterval(score.interval),
    describeVerdict(score),
  ]);
  if (rows.length === 0) return `No score in common with ${baseline}`;
  const head = ["Score", baseline, "Now", "Difference", "95 % interval", "Result"];
  return renderTable([head, ...rows]);
}

/** Collects the values of each score by item. The scores are in alphabetical order. */
function valuesByScore(items: readonly ScoredItem[]): Map<string, Map<string, number[]>> {
  const all = new Map<string, Map<string, number[]>>();
  for (const { key, scores } of items) {
    for (const { name, value } of scores) {
      const values = all.get(name) ?? new Map<string, number[]>();
      values.set(key, [...(values.get(key) ?? []), value]);
      all.set(name, values);
    }
  }
  return new Map([...all].toSorted(([one], [other]) => one.localeCompare(other)));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
