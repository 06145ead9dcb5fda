import {
  type ComparedScore,
  compareScores,
  type CompareScoresOptions,
  describeVerdict,
  type DirectionOf,
} from "@threadline/evaluation/statistics";
import type { ExperimentOperations } from "../api/experiments.ts";
import type { ScoreSchemaOperations } from "../api/score-schemas.ts";
import { ConfigError } from "../errors.ts";
import { storedKey } from "./item-key.ts";
import { renderInterval, renderTable, renderValue } from "./render-table.ts";

type ReadExperiments = Pick<ExperimentOperations, "getExperiment" | "getExperiments">;
type ReadSchemas = Pick<ScoreSchemaOperations, "getScoreSchemas">;

/** Differences between the scores of an experiment and those of a baseline. */
export interface EvaluationComparison {
  baseline: { id: string; name: string };
  /** Scores that both experiments have, in alphabetical order. */
  scores: readonly ComparedScore[];
  /** Renders the comparison as a table. */
  toString(): string;
}

export interface ScoredItem {
  readonly key: string;
  readonly scores: readonly { readonly name: string; readonly value: number }[];
}

export interface ScoredExperiment {
  readonly id: string;
  readonly name: string;
  readonly items: readonly ScoredItem[];
}

/**
 * Two stored experiments to compare, each by its id or name. If several experiments have the name, the newest is used.
 */
export interface CompareExperimentsOptions extends CompareScoresOptions {
  experiment: string;
  baseline: string;
}

/**
 * Compares the scores of two stored experiments, item by item. Both can be from `evaluate` or from
 * `api.startExperiments`. By default, a higher score counts as an improvement. A score schema can set another
 * direction.
 *
 * @throws {ConfigError} if an experiment is not found, or if they have no item in common.
 */
export async function compareExperiments(
  api: ReadExperiments & ReadSchemas,
  { experiment, baseline, ...options }: CompareExperimentsOptions,
): Promise<EvaluationComparison> {
  const after = await loadExperiment(api, experiment);
  return compareItems(api, after, { ...options, baseline: await loadExperiment(api, baseline, after.id) });
}

export async function compareItems(
  api: ReadSchemas,
  after: Pick<ScoredExperiment, "items" | "name">,
  { baseline: { id, name, items }, ...options }: CompareScoresOptions & { readonly baseline: ScoredExperiment },
): Promise<EvaluationComparison> {
  const before = valuesByScore(items);
  const keys = new Set(items.map(({ key }) => key));
  if (!after.items.some(({ key }) => keys.has(key))) {
    throw new ConfigError(
      `compare: the experiments ${after.name} and ${name} have no item in common; compare experiments on the same dataset`,
    );
  }
  const pairs = [...valuesByScore(after.items)].map(([score, values]) => {
    const old = before.get(score);
    const shared = [...values].flatMap(([key, own]) => {
      const others = old?.get(key);
      return others === undefined ? [] : [{ before: average(others), after: average(own) }];
    });
    return [score, shared] as const;
  });
  const scores = compareScores(pairs, { ...options, directionOf: await readDirections(api) });
  return { baseline: { id, name }, scores, toString: () => renderComparison(scores, name) };
}

async function readDirections(api: ReadSchemas): Promise<DirectionOf> {
  const directions = new Map((await api.getScoreSchemas()).map(({ name, direction }) => [name, direction]));
  return (name) => directions.get(name) ?? "HIGHER_IS_BETTER";
}

/**
 * Reads the experiment with this id or name. If several experiments have the name, reads the newest of them. The search
 * by name skips the experiment with the id `except`, so that an experiment is not compared with itself.
 */
export async function loadExperiment(
  api: ReadExperiments,
  idOrName: string,
  except?: string,
): Promise<ScoredExperiment> {
  const experiment = (await api.getExperiment(idOrName)) ?? (await newest());
  if (experiment === null) throw new ConfigError(`compare: experiment ${JSON.stringify(idOrName)} not found`);
  const items = await Promise.all(
    experiment.items.map(async (item) => ({ key: await storedKey(item), scores: item.scores })),
  );
  return { id: experiment.id, name: experiment.name, items };

  async function newest(): ReturnType<ReadExperiments["getExperiment"]> {
    const { data } = await api.getExperiments({ query: `name:${JSON.stringify(idOrName)}` });
    const found = data.find((each) => each.name === idOrName && each.id !== except);
    return found === undefined ? null : api.getExperiment(found.id);
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

export function valuesByScore(items: readonly ScoredItem[]): Map<string, Map<string, number[]>> {
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
