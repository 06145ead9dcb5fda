/**
 * Worker thread that writes batches at a steady rate until it is stopped. In the main thread, the writes would delay
 * the measurements.
 */
import { parentPort, workerData } from "node:worker_threads";
import { postGraphQL } from "./server-process.ts";
import { ingestStepsBody, makeBatches } from "./workload.ts";

const { url, stepsPerSecond } = workerData as { url: string; stepsPerSecond: number }; // passed by `startLoad`
const size = 100;
const run = `live-${Date.now()}`;
let isStopped = false;
let written = 0;
parentPort?.once("message", () => (isStopped = true));
const startedAt = performance.now();
while (!isStopped) {
  const [batch = []] = makeBatches({ run, batches: 1, size, from: written });
  await postGraphQL(url, ingestStepsBody(batch));
  written += size;
  const wait = startedAt + (written * 1_000) / stepsPerSecond - performance.now();
  await new Promise((resolve) => setTimeout(resolve, Math.max(wait, 0)));
}
parentPort?.postMessage(written);
