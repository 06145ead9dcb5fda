import type { Entry } from "./entry.ts";
import { joinPlaced } from "./text-arena.ts";

const STEPS = "mutation deliver($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok message } }";
const THREADS_AND_STEPS =
  "mutation deliver($threads: [ThreadInput!]!, $steps: [StepInput!]!) " +
  "{ ingestThreads(threads: $threads) { ok message } ingestSteps(steps: $steps) { ok message } }";

/**
 * Creates the request body for a batch. `more` contains additional steps as JSON. The GraphQL document is always
 * `STEPS` or `THREADS_AND_STEPS`, so that the service can cache the parsed document.
 */
export function batchRequest(entries: readonly Entry[], more: readonly string[] = []): Uint8Array<ArrayBuffer> {
  const steps = entries.filter(({ kind }) => kind === "step");
  const threads = entries.filter(({ kind }) => kind === "thread");
  const query = JSON.stringify(threads.length > 0 ? THREADS_AND_STEPS : STEPS);
  const head = `{"query":${query},"variables":{`;
  const toSteps = '"steps":[';
  return joinPlaced(
    threads.length === 0
      ? `${head}${toSteps}`
      : joinPlaced(`${head}"threads":[`, threads, { tail: `],${toSteps}`, drop: 1 }),
    steps,
    { tail: `${more.join()}]}}`, drop: steps.length > 0 && more.length === 0 ? 1 : 0 },
  );
}
