import {
  type CompareScoresOptions,
  type PassRates,
  passRates,
  type ScoreSummary,
  summarizeScore,
} from "@threadline/evaluation/statistics";
import type { CalibrationOperations } from "../api/calibrations.ts";
import type { ExperimentOperations } from "../api/experiments.ts";
import type { ScoreSchemaOperations } from "../api/score-schemas.ts";
import type { EvaluatedItem } from "./evaluated-item.ts";
import { findDrifting, findUnmeasured } from "./measured-judges.ts";
import { compareItems, type EvaluationComparison, loadExperiment, valuesByScore } from "./compare-experiments.ts";
import { renderInterval, renderTable, renderValue } from "./render-table.ts";

/** Summary of one score over all items. */
export interface EvaluatedScore extends ScoreSummary {
  name: string;
}

export interface EvaluationResultData {
  readonly experimentId: string;
  readonly name: string;
  readonly datasetId: string | null;
  readonly repeats: number;
  readonly items: readonly EvaluatedItem[];
}

type ResultOperations = Pick<CalibrationOperations, "getJudgeStates" | "getScoreDrift"> &
  Pick<ExperimentOperations, "getExperiment" | "getExperiments"> &
  Pick<ScoreSchemaOperations, "getScoreSchemas">;

/** Result of `client.evaluate()`. */
export class EvaluationResult {
  readonly #api: ResultOperations;
  readonly experimentId: string;
  readonly name: string;
  readonly datasetId: string | null;
  readonly repeats: number;
  /**
   * Results of all runs, in the order of the items of the dataset. With repeats, the runs of an item are next to each
   * other.
   */
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
   * Estimates two shares for `k` runs of each item: the share of items that pass at least once (pass@k), and the share
   * of items that pass every time (pass^k). A run passes if its value of `score` is at least `threshold`. A run without
   * the score fails. Null if there are fewer than `k` repeats.
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
   * Returns the names, such as `tone v2`, of the AI scorers that created `score` in this experiment and are not
   * measured judges. A judge is an evaluator of the service that calls a model. A judge is measured if people have
   * labeled enough of its scores to show how reliable it is.
   *
   * Your own scorers of the type `AI` are not judges, so they are always included. The list is empty if no model
   * created the score.
   */
  unmeasuredJudges(score: string): Promise<string[]> {
    return findUnmeasured(
      this.#api,
      score,
      this.items.flatMap(({ scores }) => scores),
    );
  }

  /**
   * Returns the names, such as `tone v2`, of the judges of `score` that have drifted. A judge has drifted if the
   * average of its scores in the last 7 days differs clearly from the average in the 7 days before.
   *
   * All judges of the score in the project are checked, even judges that this experiment did not use. If no model
   * created the score in this experiment, nothing is checked, and the list is empty.
   */
  driftingJudges(score: string): Promise<string[]> {
    return findDrifting(
      this.#api,
      score,
      this.items.flatMap(({ scores }) => scores),
    );
  }

  /**
   * Compares the scores with those of another result or experiment, item by item. By default, a higher score counts as
   * an improvement. A score schema can set another direction.
   *
   * @param baseline A result, or the id or name of an experiment. If several other experiments have the name, the
   * newest is used.
   * @throws {ConfigError} if the experiment is not found, or if it has no item in common with this result.
   */
  async compare(baseline: EvaluationResult | string, options?: CompareScoresOptions): Promise<EvaluationComparison> {
    const before =
      baseline instanceof EvaluationResult
        ? { id: baseline.experimentId, name: baseline.name, items: baseline.items }
        : await loadExperiment(this.#api, baseline, this.experimentId);
    return compareItems(this.#api, this, { ...options, baseline: before });
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
