/** Thread that evaluates code and scorers. The service ends it if an evaluation exceeds its time. */
import { EvaluationError, type EvaluationProblem, runScorer } from "@threadline/evaluation";
import { parentPort } from "node:worker_threads";
import type { CodeTask, ThreadMessage } from "./code-protocol.ts";
import { evaluateInIsolate, loadIsolate } from "./isolate.ts";
import { CompilerCrash } from "./strip-types.ts";

async function evaluate(task: CodeTask): Promise<ThreadMessage> {
  try {
    const score = task.kind === "code" ? await evaluateInIsolate(task) : await runScorer(task.definition, task.view);
    return { kind: "answer", answer: { score, failure: null }, isLast: false };
  } catch (error) {
    if (error instanceof EvaluationError) return failure(error.problem, error.message);
    if (error instanceof CompilerCrash) {
      return failure("limitExceeded", "The code cannot be compiled; it may be nested too deeply", true);
    }
    if (error instanceof RangeError)
      return failure("limitExceeded", "The evaluation used too much memory, or its calls are nested too deeply");
    throw error;
  }
}

function failure(problem: EvaluationProblem, message: string, isLast = false): ThreadMessage {
  return { kind: "answer", answer: { score: null, failure: { problem, message } }, isLast };
}

parentPort?.on("message", async (task: CodeTask) => {
  parentPort?.postMessage(await evaluate(task));
});

await loadIsolate();
const ready: ThreadMessage = { kind: "ready" };
parentPort?.postMessage(ready);
