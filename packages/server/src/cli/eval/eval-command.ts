import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { DefinedEvaluation, EvaluationResult, EvaluationRunOptions } from "@threadline/core";
import { CommandError } from "../command-error.ts";
import type { Terminal } from "../terminal.ts";
import { errorsOf, type EvaluationOutcome } from "./evaluation-outcome.ts";
import { findEvaluations } from "./find-evaluations.ts";
import { checkGates, type GateResult, parseGate } from "./gate.ts";
import { renderJunit } from "./render-junit.ts";
import { renderMarkdown } from "./render-markdown.ts";

export interface EvalFlags {
  readonly gate?: readonly string[] | undefined;
  readonly measuredJudges?: boolean | undefined;
  readonly baseline?: string | undefined;
  readonly name?: string | undefined;
  readonly maxFailures: string;
  readonly repeats?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly resume?: boolean | undefined;
  readonly junit?: string | undefined;
  readonly markdown?: string | undefined;
  readonly json?: string | undefined;
}

/**
 * Runs the evaluations of files, writes reports, and checks gates.
 *
 * @throws {CommandError} if nothing ran, too many runs failed, or a gate failed.
 */
export async function evaluateFiles(
  patterns: readonly string[],
  flags: EvalFlags,
  terminal: Terminal,
  folder: string = process.cwd(),
): Promise<void> {
  const gates = (flags.gate ?? []).map(parseGate);
  const maxFailures = readCount("--max-failures", flags.maxFailures, 0);
  const options: EvaluationRunOptions = {
    repeats: flags.repeats === undefined ? undefined : readCount("--repeats", flags.repeats, 1),
    concurrency: flags.concurrency === undefined ? undefined : readCount("--concurrency", flags.concurrency, 1),
    // By default, no experiment is resumed. The results of an unfinished experiment may be from an earlier version of
    // the evaluated code.
    resume: flags.resume === true,
    progress: (terminal.notices as { readonly isTTY?: boolean }).isTTY === true ? "bar" : false,
  };
  if (flags.baseline === undefined && gates.some(({ measure }) => measure === "drop")) {
    throw new CommandError("A gate with `drop` compares scores with a baseline. Set --baseline.");
  }
  const evaluations = await findEvaluations(patterns, folder);

  const outcomes: EvaluationOutcome[] = [];
  for (const evaluation of evaluations) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, because each bounds its own concurrency
    const outcome = await runEvaluation(evaluation, flags, options);
    outcomes.push(outcome);
    terminal.output.write(`${String(outcome.result)}\n`);
    if (outcome.comparison !== null) terminal.output.write(`\n${String(outcome.comparison)}\n`);
    if (outcome.comparisonError !== null) terminal.notices.write(`No comparison: ${outcome.comparisonError}\n`);
    terminal.output.write("\n");
  }
  const results = await checkGates(gates, outcomes, { requiresMeasuredJudges: flags.measuredJudges });
  for (const { gate, evaluation, passed, reason, warnings } of results) {
    const name = evaluation === null ? "" : ` in ${evaluation}`;
    terminal.output.write(`${passed ? "passed" : "FAILED"}  ${gate}${name}${reason === null ? "" : `: ${reason}`}\n`);
    for (const warning of warnings) terminal.output.write(`        Warning: ${warning}\n`);
  }
  const problem = findProblem(outcomes, results, maxFailures);
  await writeReports(outcomes, results, { flags, folder, passed: problem === null });
  if (problem !== null) throw new CommandError(problem);
}

async function runEvaluation(
  evaluation: DefinedEvaluation,
  { name, baseline }: EvalFlags,
  options: EvaluationRunOptions,
): Promise<EvaluationOutcome> {
  const named = (template: string): string => template.replaceAll("{name}", evaluation.name);
  const startedAt = performance.now();
  const result = await evaluation.run({ ...options, name: name === undefined ? undefined : named(name) });
  const seconds = (performance.now() - startedAt) / 1000;
  if (baseline === undefined) return { result, comparison: null, comparisonError: null, seconds };
  try {
    return { result, comparison: await result.compare(named(baseline)), comparisonError: null, seconds };
  } catch (error) {
    // If the comparison fails, the reports are still written, but gates with `drop` fail.
    return { result, comparison: null, comparisonError: (error as Error).message, seconds };
  }
}

/** Returns the reason why the command fails; null if it succeeds. */
function findProblem(
  outcomes: readonly EvaluationOutcome[],
  results: readonly GateResult[],
  maxFailures: number,
): string | null {
  if (outcomes.every(({ result }) => result.items.length === 0)) return "Nothing was evaluated.";
  const failed = outcomes.reduce((sum, { result }) => sum + result.failed, 0);
  const failedGates = results.filter(({ passed }) => !passed).length;
  if (failed > maxFailures) {
    const first = outcomes.flatMap(({ result }) => result.items.flatMap(errorsOf))[0] ?? "";
    return `${failed} ${failed === 1 ? "run" : "runs"} failed (--max-failures ${maxFailures}), such as: ${first}`;
  }
  return failedGates > 0 ? `${failedGates} of ${results.length} gates failed.` : null;
}

async function writeReports(
  outcomes: readonly EvaluationOutcome[],
  gates: readonly GateResult[],
  { flags, folder, passed }: { readonly flags: EvalFlags; readonly folder: string; readonly passed: boolean },
): Promise<void> {
  const { junit, markdown, json } = flags;
  if (junit !== undefined) await writeFile(resolve(folder, junit), renderJunit(outcomes, gates));
  if (markdown !== undefined) await writeFile(resolve(folder, markdown), renderMarkdown(outcomes, gates));
  if (json === undefined) return;
  const evaluations = outcomes.map(({ result, comparison, comparisonError, seconds }) => {
    const { name, experimentId, datasetId, repeats, failed, scores, items }: EvaluationResult = result;
    return { name, experimentId, datasetId, repeats, failed, seconds, scores, comparison, comparisonError, items };
  });
  await writeFile(resolve(folder, json), `${JSON.stringify({ passed, gates, evaluations }, null, 2)}\n`);
}

function readCount(flag: string, text: string, minimum: number): number {
  const count = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(count) || count < minimum) {
    throw new CommandError(`${flag} must be a whole number of at least ${minimum}.`);
  }
  return count;
}
