import type { ValueCount } from "@threadline/evaluation/statistics";
import { useEach } from "../../api/use-each.ts";
import { recordStatistics } from "../../generated/analytics.ts";
import { sampledRuns } from "../../generated/dashboard.ts";
import { newestFirst } from "../dashboards/newest-first.ts";
import { type Condition, hasError } from "../logs/filters/condition.ts";
import type { LogResource } from "../logs/log-resource.ts";
import type { LogSearch } from "../logs/log-search.ts";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import type { ValueKind } from "./charts.ts";
import { type ComparedFigure, ratioOf, scoreFigures } from "./comparison-table.tsx";
import { ofEach, type Pair, pairOf, shareOf, type Sides, type Statistics, type ValuePair } from "./compared-sides.ts";
import { type JudgedChange, judgeChange } from "./judge-change.ts";
import { runConditions, type RunFilter, runSearch } from "./run-conditions.ts";
import { useScoreTotals, useScoreValues } from "./use-score-changes.ts";
import { useSlowerRuns } from "./use-slower-runs.ts";

/** Number of the newest runs of each period whose values are compared. */
export const sampleSize = 100;

type RunFigure = "failedRuns" | "runLatencyP50" | "runLatencyP95" | "costPerRun" | "tokensPerRun";

export interface RunChange extends ComparedFigure {
  /** Undefined while it loads; null if the values of the figure are unknown. */
  readonly change: JudgedChange | null | undefined;
  /** Returns the list of the records behind the value of a period. */
  readonly logOf: (side: 0 | 1) => { readonly resource: LogResource; readonly search: LogSearch };
}

/** Compares the root runs and the scores of two periods. */
export function useRunChanges(sides: Sides, filter: RunFilter, textOf: (figure: RunFigure) => string) {
  const directionOf = useScoreDirection();
  const runs = sides.map((period) => [...runConditions(period, filter)]);
  const statistics = useEach(
    recordStatistics,
    runs.map((filters) => ({ resource: "runs" as const, filters })),
  );
  const [before, after] = pairOf(statistics.data.map((each) => each?.statistics));
  const slower = useSlowerRuns(runs, before);
  const samples = useEach(
    sampledRuns,
    runs.map((filters) => ({
      first: sampleSize,
      filters: [{ field: "type", operator: "eq" as const, value: "run" }, ...filters],
      orderBy: newestFirst,
    })),
  );
  const nodes = pairOf(samples.data.map((each) => each?.steps.edges.map(({ node }) => node)));
  const totals = useScoreTotals(sides, filter);
  const [scoresBefore, scoresAfter] = filter.agent === undefined ? totals.data : [before?.scores, after?.scores];
  const judged = scoreFigures({ before: scoresBefore, after: scoresAfter, directionOf });
  const names = judged.map(({ name }) => name);
  const values = useScoreValues(sides, { ...filter, names: filter.agent === undefined ? names : [] });

  const linkTo =
    (more: { readonly order?: string; readonly conditions?: readonly Condition[] } = {}) =>
    (side: 0 | 1) => {
      const search = runSearch(sides[side], filter);
      const filters = [...(search.filters ?? []), ...(more.conditions ?? [])];
      return { resource: "runs" as const, search: { ...search, filters, order: more.order } };
    };
  const logOfScore = (name: string) => (side: 0 | 1) => {
    const scored: Condition = { field: "scoreValue", path: name, operator: "nis", value: null };
    if (filter.agent !== undefined) return linkTo({ conditions: [scored] })(side);
    const { from, to } = sides[side];
    const filters: Condition[] = [
      { field: "name", operator: "eq", value: name },
      ...(filter.tags ? [{ field: "tags", operator: "in" as const, value: [...filter.tags] }] : []),
    ];
    const search = { filters, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    return { resource: "scores" as const, search };
  };

  const both: Pair<Statistics> = [before, after];
  const comparisons = 5 + judged.length;
  const judge = (
    pair: ValuePair,
    { before: shownBefore, after: shownAfter, direction }: Pick<ComparedFigure, "before" | "after" | "direction">,
  ): JudgedChange | null | undefined => {
    const [old, now] = pair;
    if (old === undefined || now === undefined) return undefined;
    if (old === null || now === null) return null;
    const shown = shownBefore == null || shownAfter == null ? undefined : ([shownBefore, shownAfter] as const);
    return judgeChange(old, now, { direction, comparisons, ...(shown && { shown }) });
  };
  const figure = (
    name: RunFigure,
    kind: ValueKind,
    valueOf: (side: Statistics) => number | null,
    more: { readonly pair: ValuePair; readonly logOf: RunChange["logOf"] },
  ): RunChange => {
    const [old, now] = ofEach(both, valueOf);
    const shown = { before: old, after: now, direction: "LOWER_IS_BETTER" as const };
    return {
      ...shown,
      name: textOf(name),
      kind,
      change: old === null || now === null ? null : judge(more.pair, shown),
      logOf: more.logOf,
    };
  };
  const figures: RunChange[] = [
    figure("failedRuns", "rate", (side) => ratioOf(side.errorCount, side.recordCount), {
      pair: ofEach(both, (side) => shareOf(side.errorCount, side)),
      logOf: linkTo({ conditions: [hasError] }),
    }),
    figure("runLatencyP50", "seconds", (side) => side.latencyP50, {
      pair: slower.of("latencyP50", both),
      logOf: linkTo({ order: "duration:DESC" }),
    }),
    figure("runLatencyP95", "seconds", (side) => side.latencyP95, {
      pair: slower.of("latencyP95", both),
      logOf: linkTo({ order: "duration:DESC" }),
    }),
    figure("costPerRun", "cost", (side) => ratioOf(side.totalCost, side.recordCount), {
      pair: ofEach(nodes, (list) => list.map(({ usage }) => listed(usage?.cost))),
      logOf: linkTo({ order: "cost:DESC" }),
    }),
    figure("tokensPerRun", "number", (side) => roundedRatio(side.totalTokenCount, side.recordCount), {
      pair: ofEach(nodes, (list) => list.map(({ usage }) => listed(usage?.tokenCount))),
      logOf: linkTo({ order: "tokenCount:DESC" }),
    }),
    ...judged.map((each): RunChange => {
      const ofRuns = ofEach(nodes, (list) =>
        list.flatMap(({ scores }) =>
          (scores ?? []).filter(({ name }) => name === each.name).map((score) => listed(score.value)),
        ),
      );
      const pair = filter.agent === undefined ? values.of(each.name) : ofRuns;
      return { ...each, change: judge(pair, each), logOf: logOfScore(each.name) };
    }),
  ];
  const requests = [statistics, slower, samples, totals, values];
  return {
    figures,
    comparisons,
    statistics: both,
    areScoresWider: totals.areWider,
    error: requests.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => requests.forEach(({ refetch }) => refetch()),
  };
}

function listed(value: number | null | undefined): ValueCount {
  return { value: value ?? 0, count: 1 };
}

function roundedRatio(part: number | null, whole: number): number | null {
  const ratio = ratioOf(part, whole);
  return ratio === null ? null : Math.round(ratio);
}
