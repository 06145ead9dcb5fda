import { type ComparedScore, describeVerdict, type Interval } from "@threadline/evaluation/statistics";
import type { EvaluationOutcome } from "./evaluation-outcome.ts";
import { errorsOf } from "./evaluation-outcome.ts";
import type { GateResult } from "./gate.ts";

/** First line of a report. The GitHub action finds its comment by this line. */
const reportMark = "<!-- threadline eval -->";

const maxFailures = 10;

export function renderMarkdown(outcomes: readonly EvaluationOutcome[], gates: readonly GateResult[]): string {
  const parts = outcomes.flatMap((outcome) => describeEvaluation(outcome));
  if (gates.length > 0) {
    const lines = gates.map(({ gate, evaluation, passed, reason, warnings }) => {
      const name = evaluation === null ? "" : ` in ${cell(evaluation)}`;
      const line = `- ${passed ? "✅" : "❌"} \`${gate.replaceAll("`", "'")}\`${name}${reason === null ? "" : `: ${cell(reason)}`}`;
      return [line, ...warnings.map((warning) => `  - ⚠️ ${cell(warning)}`)].join("\n");
    });
    parts.push("### Gates", lines.join("\n"));
  }
  return `${reportMark}\n${parts.join("\n\n")}\n`;
}

function describeEvaluation({ result, comparison, comparisonError }: EvaluationOutcome): string[] {
  const { name, items, repeats, failed } = result;
  const count = new Set(items.map(({ key }) => key)).size;
  const runs = repeats > 1 ? `, ${repeats} runs of each` : "";
  const title = `${count} ${count === 1 ? "item" : "items"}${runs}${failed > 0 ? `, **${failed} failed**` : ""}`;
  const compared = new Map(comparison?.scores.map((score) => [score.name, score]));
  const head = ["Score", "Average", "95 % interval"];
  const comparedHead =
    comparison === null ? [] : [cell(comparison.baseline.name), "Difference", "95 % interval", "Result"];
  const rows = result.scores.map((score) => [
    cell(score.name),
    value(score.average),
    interval(score.interval),
    ...(comparison === null ? [] : describeComparison(compared.get(score.name))),
  ]);
  const table = [[...head, ...comparedHead], [...head, ...comparedHead].map(() => "---"), ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
  const failures = items.flatMap((item) =>
    errorsOf(item).map((error) => `- ${code(JSON.stringify(item.input))}: ${cell(error)}`),
  );
  const more = failures.length > maxFailures ? [`- and ${failures.length - maxFailures} more`] : [];
  return [
    `## ${cell(name)}`,
    title,
    ...(rows.length === 0 ? ["No scores."] : [table]),
    ...(comparisonError === null ? [] : [`No comparison: ${cell(comparisonError)}`]),
    ...(failures.length === 0 ? [] : [[...failures.slice(0, maxFailures), ...more].join("\n")]),
  ];
}

function describeComparison(score: ComparedScore | undefined): string[] {
  if (score === undefined) return ["-", "-", "-", "not in the baseline"];
  const sign = score.difference > 0 ? "+" : "";
  return [value(score.before), `${sign}${value(score.difference)}`, interval(score.interval), describeVerdict(score)];
}

function value(number: number): string {
  return String(Number(number.toFixed(3)));
}

function interval(ends: Interval | null): string {
  return ends === null ? "-" : `${value(ends.lower)} to ${value(ends.upper)}`;
}

function cell(text: string): string {
  return text.replaceAll(/\s+/gu, " ").replaceAll(/[\\|`*_[\]<>#@]/gu, (sign) => `\\${sign}`);
}

function code(text: string): string {
  return `\`${text.slice(0, 200).replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}
