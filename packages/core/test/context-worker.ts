import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { contextFromTrace, runWithContext, Threadline, type TraceHeaders } from "../src/index.ts";

/** Message from the main thread, which asks this worker to record a step. `headers` contain the parent of the step. */
export interface Task {
  name: string;
  headers: TraceHeaders;
}

const client = new Threadline(workerData as { url: string; apiKey: string });

parentPort?.on("message", (task: Task | "flush") => {
  const done = task === "flush" ? client.flush({ timeoutMs: 60_000 }) : perform(task);
  void done.then(() => parentPort?.postMessage("done"));
});

function perform({ name, headers }: Task): Promise<unknown> {
  return runWithContext(client, contextFromTrace(client, { ...headers }), () =>
    client.step({ name, type: "tool" }).wrap(async () => {
      await setTimeout(Math.random() * 3);
      await client.step({ name, type: "retrieval" }).wrap(() => ({}));
    }),
  );
}
