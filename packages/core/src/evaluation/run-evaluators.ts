import type { EvaluatorOperations } from "../api/evaluators.ts";
import { ConfigError } from "../errors.ts";
import { describeError } from "../instrumentation/describe-error.ts";
import type { CallOptions } from "../transport/transport.ts";
import type { ScoreConstructor } from "../types/scores.ts";
import type { EvaluatedItem } from "./evaluated-item.ts";

export interface LoadedEvaluator {
  /** Name of the scorer, such as `tone v2`. */
  readonly name: string;
  readonly versionId: string;
  readonly scoreName: string;
  readonly type: "AI" | "CODE";
}

/** Timeout of one `api.evaluate` call, in milliseconds. It is long because evaluators may call slow models. */
const TIMEOUT_MS = 300_000;

/**
 * Finds evaluators by name.
 *
 * @throws {ConfigError} for an unknown or archived evaluator, and for an evaluator that does not score experiment
 * items.
 */
export async function loadEvaluators(
  api: Pick<EvaluatorOperations, "getEvaluator">,
  names: readonly string[],
  options: CallOptions,
): Promise<LoadedEvaluator[]> {
  return Promise.all(
    names.map(async (name) => {
      const evaluator = await api.getEvaluator({ name }, options);
      if (evaluator === null || evaluator.archivedAt !== null) {
        throw new ConfigError(`evaluate: evaluator ${JSON.stringify(name)} not found or archived`);
      }
      const { id, number, target, scoreName, kind } = evaluator.latestVersion;
      if (target !== "EXPERIMENT_ITEM") {
        throw new ConfigError(
          `evaluate: evaluator ${JSON.stringify(name)} must have the target EXPERIMENT_ITEM, not ${target}`,
        );
      }
      return { name: `${name} v${number}`, versionId: id, scoreName, type: kind === "LLM" ? "AI" : "CODE" };
    }),
  );
}

/**
 * Scores a stored item with the evaluators that have not scored it yet. Running this again is safe, because the service
 * stores one score per evaluator and item. If an evaluator fails, the error is added to the item.
 */
export async function runEvaluators(
  api: Pick<EvaluatorOperations, "evaluate">,
  evaluators: readonly LoadedEvaluator[],
  { item, signal }: { readonly item: EvaluatedItem; readonly signal: AbortSignal },
): Promise<EvaluatedItem> {
  if (item.output === null) return item;
  const missing = evaluatorsWithoutScore(evaluators, item.scores);
  if (missing.length === 0) return item;
  const scores: ScoreConstructor[] = [...item.scores];
  const errors: Record<string, string> = { ...item.scorerErrors };
  await Promise.all(
    missing.map(async ({ name, versionId, scoreName, type }) => {
      delete errors[name];
      try {
        const [result] = await api.evaluate(versionId, [item.id], { signal, timeoutMs: TIMEOUT_MS });
        if (result?.value == null) errors[name] = result?.message ?? "The evaluator returned no score.";
        else {
          const { value, label, comment, score } = result;
          scores.push({ id: score?.id, name: scoreName, value, label, comment, type, scorer: name });
        }
      } catch (error) {
        errors[name] = describeError(error);
      }
    }),
  );
  signal.throwIfAborted();
  const isSame =
    Object.keys(errors).length === Object.keys(item.scorerErrors).length &&
    Object.entries(errors).every(([name, message]) => item.scorerErrors[name] === message);
  return { ...item, scores, scorerErrors: isSame ? item.scorerErrors : errors };
}

export function evaluatorsWithoutScore(
  evaluators: readonly LoadedEvaluator[],
  scores: readonly { readonly name: string }[],
): LoadedEvaluator[] {
  return evaluators.filter(({ scoreName }) => scores.every(({ name }) => name !== scoreName));
}
