import type { EvaluationRuleInput } from "@threadline/schema/server";
import type { JsonObject } from "../json/json-value.ts";
import type { EvaluationRuleMode, EvaluationRuleRecord } from "../store/evaluation-rules.ts";
import type { EvaluatorTarget, EvaluatorVersionRecord } from "../store/evaluators.ts";
import { badInput, type ErrorReason } from "./errors.ts";
import { readFilters } from "./filters.ts";
import { recordLimits } from "./limits.ts";
import { readQuery } from "./query.ts";
import { readRequiredName, readText } from "./text.ts";
import { toStoredFilters } from "./views.ts";

type Content = Omit<EvaluationRuleRecord, "createdAt" | "id" | "updatedAt">;

interface Range {
  readonly most: number;
  /** Error reason for a number above `most`. */
  readonly reason: ErrorReason;
}

const share: Range = { most: 1, reason: "NOT_A_SHARE" };
const quietTime: Range = { most: recordLimits.ruleQuietTime, reason: "DURATION_TOO_LONG" };
const spend: Range = { most: 1_000_000, reason: "TOO_LARGE" };
const quietSecondsOf = { STEP: 10, RUN: 30, THREAD: 300 } as const;

export function readEvaluationRule(
  { name, filters, query, sampleRate, quietSeconds, dailySpendLimit, mode }: EvaluationRuleInput,
  { id, target }: Pick<EvaluatorVersionRecord, "id" | "target">,
  now: number,
): Content {
  if (target === "EXPERIMENT_ITEM") {
    throw badInput(
      "rule.evaluatorVersionId",
      "must have the target STEP, RUN or THREAD, because rules cannot score experiment items",
    );
  }
  const list = target === "THREAD" ? "threads" : "steps";
  readFilters(list, filters);
  readQuery(list, query, now);
  const field = "rule.name";
  return {
    name: readText(field, readRequiredName(field, name).trim(), recordLimits.idLength),
    evaluatorVersionId: id,
    target,
    filters: toStoredFilters(filters),
    query: query == null || query.trim() === "" ? null : query,
    sampleRate: readNumber("rule.sampleRate", sampleRate ?? 1, share),
    quietSeconds: readNumber("rule.quietSeconds", quietSeconds ?? quietSecondsOf[target], quietTime),
    dailySpendLimit: dailySpendLimit == null ? null : readNumber("rule.dailySpendLimit", dailySpendLimit, spend),
    mode: mode ?? "OFF",
  };
}

function readNumber(field: string, value: number, { most, reason }: Range): number {
  if (value >= 0 && value <= most) return value;
  const message = `must be from 0 to ${most}`;
  throw value < 0 ? badInput(field, message, 0, "TOO_SMALL") : badInput(field, message, most, reason);
}

const modes: Readonly<Record<EvaluationRuleMode, true>> = { ON: true, OFF: true, DRY_RUN: true };
const targets: Readonly<Record<Exclude<EvaluatorTarget, "EXPERIMENT_ITEM">, true>> = {
  STEP: true,
  RUN: true,
  THREAD: true,
};

/** Throws unless a rule from an exported project is valid, including its filters. */
export function checkEvaluationRule(record: JsonObject): void {
  const { mode, target, filters, query, sampleRate, quietSeconds } = record;
  requireKey("evaluationRule.mode", mode, modes);
  requireKey("evaluationRule.target", target, targets);
  const list = target === "THREAD" ? "threads" : "steps";
  if (Array.isArray(filters)) readFilters(list, filters as never); // `readFilters` checks them
  if (typeof query === "string") readQuery(list, query, 0);
  if (typeof sampleRate === "number") readNumber("evaluationRule.sampleRate", sampleRate, share);
  if (typeof quietSeconds === "number") {
    readNumber("evaluationRule.quietSeconds", quietSeconds, quietTime);
  }
}

function requireKey(field: string, value: unknown, known: Readonly<Record<string, true>>): void {
  if (typeof value === "string" && Object.hasOwn(known, value)) return;
  throw badInput(field, `must be one of ${Object.keys(known).join(", ")}`);
}
