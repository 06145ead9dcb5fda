import { defaultConfidence, jointConfidence } from "@threadline/evaluation/statistics";
import { CommandError } from "../command-error.ts";
import { checkJudges, type JudgeCheck } from "./check-judges.ts";
import { averageScore, type EvaluationOutcome, passRate } from "./evaluation-outcome.ts";

const measures = ["average", "rate", "drop"] as const;
const bounds = ["lower", "upper"] as const;

export interface Gate {
  readonly text: string;
  readonly score: string;
  /**
   * Number that is compared with the limit. `average`: average score. `rate`: share of runs with a score of at least 1.
   * `drop`: decrease of the average from the baseline.
   */
  readonly measure: (typeof measures)[number];
  /**
   * `lower` or `upper`: this end of the confidence interval is compared with the limit. Null: the number itself is
   * compared.
   */
  readonly bound: (typeof bounds)[number] | null;
  readonly operator: "<" | "<=" | ">" | ">=";
  readonly limit: number;
}

export interface GateResult {
  readonly gate: string;
  /** Name of the evaluation that the gate was checked for. Null if no evaluation has the gate's score. */
  readonly evaluation: string | null;
  readonly passed: boolean;
  /** Value that is compared with the limit; null if there is none. */
  readonly value: number | null;
  /** Confidence of the interval, adjusted for the number of gates; null for a gate without an interval. */
  readonly confidence: number | null;
  /** Reason why the gate failed; null if it passed. */
  readonly reason: string | null;
  /**
   * Warnings about the judges of the score, as sentences. A judge may lack recent human labels, or its scores may have
   * shifted in the last week.
   */
  readonly warnings: readonly string[];
}

/**
 * Reads `<score> [average|rate|drop] [lower|upper] <operator> <number>`.
 *
 * @throws {CommandError} for other text.
 */
export function parseGate(text: string): Gate {
  const [, left = "", operator, number = "", percent] =
    /^(.*?)(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)(%?)\s*$/su.exec(text) ?? [];
  const [, quoted, rest = ""] = /^\s*"([^"]*)"(.*)$/su.exec(left) ?? [];
  const words = (quoted === undefined ? left : rest).split(/\s+/u).filter((word) => word !== "");
  const least = quoted === undefined ? 1 : 0;
  const take = <Word extends string>(known: readonly Word[]): Word | null => {
    const found = words.length > least ? known.find((word) => word === words.at(-1)) : undefined;
    if (found !== undefined) words.pop();
    return found ?? null;
  };
  const bound = take(bounds);
  const measure = take(measures) ?? "average";
  const score = quoted ?? words.join(" ");
  if (operator === undefined || score === "" || (quoted !== undefined && words.length > 0)) {
    throw new CommandError(
      `Invalid gate ${JSON.stringify(text)}. Write a gate such as "correctness >= 0.8": \`<score> [${measures.join("|")}] [${bounds.join("|")}] <operator> <number>\`.`,
    );
  }
  const limit = Number(number) / (percent === "" ? 1 : 100);
  // The pattern matches only the operators of `Gate`.
  return { text, score, measure, bound, operator: operator as Gate["operator"], limit };
}

/**
 * Checks each gate for each evaluation that has the gate's score. A gate fails if no evaluation has its score. If a
 * judge of the score lacks recent human labels, the result has a warning; with `requiresMeasuredJudges`, the gate
 * fails.
 *
 * A gate such as `quality upper >= 0.8` fails only if the whole confidence interval is below the limit. It can still
 * fail by chance, and more such gates make this more likely. To compensate, the confidence of their intervals rises
 * with their number.
 *
 * A gate such as `quality lower >= 0.8` passes only if the whole confidence interval is above the limit. Its confidence
 * is not adjusted. All gates have to pass, so more gates do not make a wrong success more likely (Berger 1982).
 */
export async function checkGates(
  gates: readonly Gate[],
  outcomes: readonly EvaluationOutcome[],
  { requiresMeasuredJudges = false }: { readonly requiresMeasuredJudges?: boolean | undefined } = {},
): Promise<GateResult[]> {
  const checks = gates.map((gate) => ({
    gate,
    scored: outcomes.filter(({ result }) => result.scores.some(({ name }) => name === gate.score)),
  }));
  const number = checks.reduce((sum, { gate, scored }) => sum + (failsIfSure(gate) ? scored.length : 0), 0);
  const confidence = jointConfidence(number);
  const adjusted = new Map<EvaluationOutcome, EvaluationOutcome>();
  if (number > 1 && gates.some((gate) => gate.measure === "drop" && failsIfSure(gate))) {
    await Promise.all(outcomes.map(async (outcome) => adjusted.set(outcome, await compareAgain(outcome, confidence))));
  }
  const judges = await findJudges(gates, outcomes);
  return checks.flatMap(({ gate, scored }) => {
    if (scored.length === 0) {
      const reason = `No evaluation has a score named ${JSON.stringify(gate.score)}.`;
      return [
        { gate: gate.text, evaluation: null, passed: false, value: null, confidence: null, reason, warnings: [] },
      ];
    }
    return scored.map((outcome) => {
      const result = failsIfSure(gate)
        ? checkGate(gate, adjusted.get(outcome) ?? outcome, confidence)
        : checkGate(gate, outcome, defaultConfidence);
      const { unmeasured = null, remedy, drifting = null } = judges.get(outcome)?.get(gate.score) ?? {};
      const isRefused = requiresMeasuredJudges && unmeasured !== null;
      const warnings = [isRefused ? null : unmeasured, drifting].filter((warning) => warning !== null);
      if (!isRefused) return { ...result, warnings };
      return { ...result, passed: false, reason: `${unmeasured} ${remedy}, or omit --measured-judges.`, warnings };
    });
  });
}

async function findJudges(
  gates: readonly Gate[],
  outcomes: readonly EvaluationOutcome[],
): Promise<ReadonlyMap<EvaluationOutcome, ReadonlyMap<string, JudgeCheck>>> {
  const used = new Set(gates.map(({ score }) => score));
  const checks = outcomes.map(async (outcome) => [outcome, await checkJudges(outcome.result, used)] as const);
  return new Map(await Promise.all(checks));
}

/** Whether the gate fails only if the whole confidence interval is on the wrong side of the limit. */
function failsIfSure({ bound, operator }: Gate): boolean {
  return bound === "lower" ? operator.startsWith("<") : bound === "upper" && operator.startsWith(">");
}

async function compareAgain(outcome: EvaluationOutcome, confidence: number): Promise<EvaluationOutcome> {
  const { result, comparison } = outcome;
  if (comparison === null) return outcome;
  return { ...outcome, comparison: await result.compare(comparison.baseline.id, { confidence }) };
}

function checkGate(gate: Gate, outcome: EvaluationOutcome, confidence: number): Omit<GateResult, "warnings"> {
  const { value, missing } = measureGate(gate, outcome, confidence);
  const passed = value !== null && compare(value, gate);
  const what = [gate.score, gate.measure, gate.bound].filter((word) => word !== null && word !== "average").join(" ");
  const isAdjusted = gate.bound !== null && confidence !== defaultConfidence;
  const of = isAdjusted ? ` in the ${Number((confidence * 100).toFixed(2))} % interval` : "";
  const reason = value === null ? missing : `${what} is ${Number(value.toFixed(4))}${of}.`;
  return {
    gate: gate.text,
    evaluation: outcome.result.name,
    passed,
    value,
    confidence: gate.bound === null ? null : confidence,
    reason: passed ? null : reason,
  };
}

function measureGate(
  { score, measure, bound }: Gate,
  { result, comparison, comparisonError }: EvaluationOutcome,
  confidence: number,
): { readonly value: number | null; readonly missing: string } {
  if (measure === "drop") {
    const compared = comparison?.scores.find(({ name }) => name === score);
    if (compared === undefined) {
      return {
        value: null,
        missing: comparisonError ?? "The baseline has no score with this name for the same items.",
      };
    }
    const { difference, interval } = compared;
    if (bound === null) return { value: -difference, missing: "" };
    // A drop is the negative difference. So the lower end of the drop's interval is the negative upper end of the
    // difference's.
    const end = bound === "lower" ? interval?.upper : interval?.lower;
    return { value: end === undefined ? null : -end, missing: "A confidence interval needs at least two items." };
  }
  const summary = (measure === "rate" ? passRate : averageScore)(result, score, confidence);
  const value = bound === null ? summary?.average : summary?.interval?.[bound];
  return { value: value ?? null, missing: "A confidence interval needs at least two items." };
}

/**
 * Tolerance of comparisons. Numbers such as 0.1 are not exact in binary: without a tolerance, a drop of 0.8 - 0.7 would
 * exceed the limit 0.1.
 */
const epsilon = 1e-9;

function compare(value: number, { operator, limit }: Gate): boolean {
  switch (operator) {
    case ">=":
      return value >= limit - epsilon;
    case "<=":
      return value <= limit + epsilon;
    case ">":
      return value > limit + epsilon;
    case "<":
      return value < limit - epsilon;
  }
}
