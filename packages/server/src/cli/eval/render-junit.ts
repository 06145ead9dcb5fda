import type { EvaluationOutcome } from "./evaluation-outcome.ts";
import { errorsOf } from "./evaluation-outcome.ts";
import type { GateResult } from "./gate.ts";

/** Renders JUnit XML: a suite for each evaluation, with a case for each run, and a suite for the gates. */
export function renderJunit(outcomes: readonly EvaluationOutcome[], gates: readonly GateResult[]): string {
  const suites = outcomes.map(({ result, seconds }) => {
    const cases = result.items.map((item) => {
      const errors = errorsOf(item);
      const name = `${JSON.stringify(item.input).slice(0, 120)} run ${item.repeat + 1}`;
      const scores = item.scores.map((score) => `${score.name}: ${score.value}`).join("\n");
      const inner =
        errors.length > 0
          ? `<error message="${escape(errors[0] ?? "")}">${escape(errors.join("\n"))}</error>`
          : `<system-out>${escape(scores)}</system-out>`;
      return `    <testcase classname="${escape(result.name)}" name="${escape(name)}">${inner}</testcase>`;
    });
    return suite(result.name, cases, { errors: result.failed, failures: 0, seconds });
  });
  if (gates.length > 0) {
    const cases = gates.map(({ gate, evaluation, reason, passed, warnings }) => {
      const name = evaluation === null ? gate : `${evaluation}: ${gate}`;
      const failure = passed ? "" : `<failure message="${escape(reason ?? "")}"/>`;
      const notes = warnings.map((warning) => `Warning: ${warning}`).join("\n");
      const inner = `${failure}${notes === "" ? "" : `<system-out>${escape(notes)}</system-out>`}`;
      return `    <testcase classname="gates" name="${escape(name)}">${inner}</testcase>`;
    });
    suites.push(
      suite("gates", cases, { errors: 0, failures: gates.filter(({ passed }) => !passed).length, seconds: 0 }),
    );
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="threadline eval">\n${suites.join("\n")}\n</testsuites>\n`;
}

function suite(
  name: string,
  cases: readonly string[],
  { errors, failures, seconds }: { readonly errors: number; readonly failures: number; readonly seconds: number },
): string {
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}" time="${seconds.toFixed(3)}"`;
  return `  <testsuite name="${escape(name)}" ${counts}>\n${cases.join("\n")}\n  </testsuite>`;
}

/** Escapes text for an attribute or an element. Replaces characters that XML does not allow. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
