import type { EvaluateOptions, EvaluationProgress } from "../types/evaluations.ts";

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressReport {
  update(progress: EvaluationProgress): void;
  /** Called once at the end. `summary` is passed only if the evaluation is complete. */
  end(summary?: string): void;
}

const WIDTH = 24;

export function createProgress(option: EvaluateOptions["progress"], output: Output | undefined): ProgressReport {
  if (typeof option === "function") return { update: option, end: () => undefined };
  if (option === false || output === undefined || (option === undefined && output.isTTY !== true)) {
    return { update: () => undefined, end: () => undefined };
  }
  // Draws the bar only on a terminal. Any other `output` is usually a log, to which each update would add a line.
  const isDrawn = output.isTTY === true;
  return {
    update({ name, done, total, failed }) {
      if (!isDrawn) return;
      const full = total === 0 ? WIDTH : Math.round((done / total) * WIDTH);
      const bar = "█".repeat(full) + "░".repeat(WIDTH - full);
      output.write(`\r\u001B[K${name} ${bar} ${done}/${total}${failed > 0 ? ` (${failed} failed)` : ""}`);
    },
    end(summary) {
      if (isDrawn) output.write("\n");
      if (summary !== undefined && option !== "bar") output.write(`${summary}\n`);
    },
  };
}

/**
 * Returns the stream to which the progress is written: standard error. Undefined in a browser, and on a CI system if
 * the option `progress` is not set.
 */
export function progressOutput(option: EvaluateOptions["progress"]): Output | undefined {
  if (typeof process === "undefined") return undefined;
  return option === undefined && process.env?.["CI"] ? undefined : process.stderr;
}
