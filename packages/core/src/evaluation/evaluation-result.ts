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
   * Returns the names of the judges of a score that are not measured, such as `tone v2`. A judge is not measured if
   * people have labeled too few of its scores, or if it is not an evaluator of the service. The list is empty if no
   * model created the score.
   */
  unmeasuredJudges(score: string): Promise<string[]> {
    return findUnmeasured(
      this.#api,
      score,
      this.items.flatMap(({ scores }) => scores),
    );
  }

  /**
   * Returns the names of the judges that create scores with this name and drift, such as `tone v2`. A judge drifts if its
   * scores of the last 7 days differ clearly from those of the 7 days before. The judges are those in use
   * (`api.getJudgeStates`), also if another judge scored this experiment. The list is empty if no model created the score.
   */
  driftingJudges(score: string): Promise<string[]> {
    return findDrifting(
      this.#api,
      score,
      this.items.flatMap(({ scores }) => scores),
    );
  }

  /**
   * Compares the scores with those of another result or experiment, item by item. Verdicts follow the direction of score
   * schemas; without a schema, higher values are better.
   *
   * @param baseline A result, or the id or the name of an experiment. If several experiments have the name, the newest
   * one other than this is used.
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
