import {
  calibrateJudge,
  type JudgeCalibration,
  type LabelCounts,
  type LabeledTarget,
  missingLabels,
} from "@threadline/evaluation/statistics";
import type { JudgedLabel, JudgedValue } from "../store/calibrations.ts";
import type { EvaluatorVersionRecord, JudgeRecord } from "../store/evaluators.ts";
import type { ScoreSchemaRecord } from "../store/score-schemas.ts";

/**
 * Whether people have labeled enough of a judge's scores to measure it. `MEASURED`: enough of the scores from the last
 * 90 days are labeled. `OUT_OF_DATE`: enough scores are labeled only if older ones count, too.
 */
export type MeasuredState = "NOT_MEASURED" | "MEASURED" | "OUT_OF_DATE";

export interface Category {
  readonly value: number;
  readonly label: string;
}

export interface CalibrationScale {
  /** Values that a score can have, in ascending order; null if it can be any number. */
  readonly categories: readonly Category[] | null;
  /** Smallest value that passes; null if values do not pass or fail. */
  readonly passFrom: number | null;
}

/** A target to which both the judge and people gave a value. */
export interface DecidedTarget extends LabeledTarget {
  readonly targetId: string;
  readonly judgeScoreId: string;
  readonly judgedAt: number;
  /** For each person who labeled the target, the id of the person's newest label. Sorted from newest to oldest. */
  readonly labelIds: readonly string[];
}

export interface DecidedTargets {
  readonly decided: readonly DecidedTarget[];
  /** Number of targets for which people's labels have no majority. */
  readonly undecidedCount: number;
  readonly labelerCount: number;
}

/** Maximum age of a judge's score, in milliseconds. Labels of older scores do not count for the state `MEASURED`. */
const measuredPeriodMs = 90 * 86_400_000;

/**
 * Returns the scale on which the scores of an evaluator version are compared with labels.
 *
 * The categories of a judge are the labels in its definition. The categories of any other evaluator are those of the
 * score schema. If the schema has no categories, and all observed scores are 0 or 1, the categories are 0 and 1. Of
 * exactly two categories, the larger value passes.
 */
export function scaleOf(
  { kind, definition }: Pick<EvaluatorVersionRecord, "definition" | "kind">,
  schema: ScoreSchemaRecord | null,
  observed: readonly { readonly value: number; readonly label: string | null }[],
): CalibrationScale {
  const categories = categoriesOf(
    kind === "LLM" ? (definition as JudgeRecord).labels : (schema?.categories ?? observedCategories(observed)),
  );
  const passFrom = categories?.length === 2 ? (categories[1]?.value ?? null) : null;
  return { categories, passFrom };
}

function observedCategories(
  observed: readonly { readonly value: number; readonly label: string | null }[],
): Category[] | null {
  if (observed.length === 0 || observed.some(({ value }) => value !== 0 && value !== 1)) return null;
  return [0, 1].map((value) => ({
    value,
    label: observed.find((each) => each.value === value && each.label !== null)?.label ?? String(value),
  }));
}

function categoriesOf(given: readonly Category[] | null): Category[] | null {
  if (given === null) return null;
  const labels = new Map<number, string[]>();
  for (const { value, label } of given) labels.set(value, [...(labels.get(value) ?? []), label]);
  return [...labels]
    .map(([value, names]) => ({ value, label: names.join(" / ") }))
    .toSorted((one, other) => one.value - other.value);
}

/**
 * Combines the labels of each target into one value: the category that more than half of the people chose or, without
 * categories, the average. Only the newest label of each person counts. With categories, a label only counts if its
 * value and the judge's score are both categories.
 *
 * @param labels Labels of the scores of one evaluator version, oldest first.
 */
export function decideTargets(labels: readonly JudgedLabel[], { categories }: CalibrationScale): DecidedTargets {
  const known = labels.filter((label) => isOnScale(label, { categories }));
  const decided: DecidedTarget[] = [];
  const labelers = new Set<string>();
  let undecidedCount = 0;
  for (const ofTarget of Map.groupBy(known, ({ targetId }) => targetId).values()) {
    const byPerson = new Map<string, JudgedLabel>();
    for (const label of ofTarget) {
      // Deleting the entry first moves it to the end, so that the map is in order of the newest labels.
      byPerson.delete(label.labeledBy);
      byPerson.set(label.labeledBy, label);
    }
    const newest = [...byPerson.values()];
    for (const { labeledBy } of newest) labelers.add(labeledBy);
    const values = newest.map(({ value }) => value);
    const people = categories === null ? averageOf(values) : majorityOf(values);
    const [first] = ofTarget;
    if (people === null || first === undefined) {
      undecidedCount += 1;
      continue;
    }
    const { targetId, judgeScoreId, judgedAt, judgeValue } = first;
    const labelIds = newest.map(({ labelScoreId }) => labelScoreId).toReversed();
    decided.push({ targetId, judgeScoreId, judgedAt, judge: judgeValue, people, labelIds });
  }
  return { decided, undecidedCount, labelerCount: labelers.size };
}

function isOnScale({ value, judgeValue }: JudgedLabel, { categories }: Pick<CalibrationScale, "categories">): boolean {
  return categories === null || [value, judgeValue].every((given) => categories.some((each) => each.value === given));
}

/** Returns the value with more than half of the votes; null if there is none. */
function majorityOf(values: readonly number[]): number | null {
  const votes = Map.groupBy(values, (value) => value);
  return [...votes].find(([, { length }]) => length * 2 > values.length)?.[0] ?? null;
}

/** Returns the average. Divides before it adds, because the sum of large numbers may be infinite. */
function averageOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}

export function figuresOf(
  decided: readonly DecidedTarget[],
  judged: readonly JudgedValue[],
  { categories, passFrom }: CalibrationScale,
): JudgeCalibration {
  return calibrateJudge({
    labeled: decided,
    judged:
      categories === null ? judged : judged.filter(({ value }) => categories.some((each) => each.value === value)),
    scale: categories === null ? "numbers" : "categories",
    passFrom,
  });
}

export interface VersionState {
  readonly measured: MeasuredState;
  readonly missingLabelCount: number;
}

/**
 * Returns whether enough scores of a version are labeled at the time `now`. The values of the labels do not matter,
 * only their number.
 */
export function stateOf(
  labels: readonly JudgedLabel[],
  { scale, now }: { readonly scale: CalibrationScale; readonly now: number },
): VersionState {
  const known = labels.filter((label) => isOnScale(label, scale));
  // Keeps one label of each target, because only the number of labeled targets and the judge's scores matter. A target
  // whose people disagree counts, too.
  const targets = [...new Map(known.toReversed().map((label) => [label.targetId, label])).values()];
  const recent = targets.filter(({ judgedAt }) => judgedAt >= now - measuredPeriodMs);
  const missingLabelCount = missingLabels(countDecisions(recent, scale));
  if (missingLabelCount === 0) return { measured: "MEASURED", missingLabelCount };
  const wasMeasured = missingLabels(countDecisions(targets, scale)) === 0;
  return { measured: wasMeasured ? "OUT_OF_DATE" : "NOT_MEASURED", missingLabelCount };
}

function countDecisions(targets: readonly JudgedLabel[], { passFrom }: CalibrationScale): LabelCounts {
  if (passFrom === null) return { all: targets.length };
  const passed = targets.filter(({ judgeValue }) => judgeValue >= passFrom).length;
  return { passed, failed: targets.length - passed };
}
