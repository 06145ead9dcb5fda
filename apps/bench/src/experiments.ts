import { Threadline } from "@threadline/core";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { benchKey, startServerProcess } from "./server-process.ts";
import { connectModel, startModel } from "./simulated-model.ts";
import { median, type Row } from "./statistics.ts";

const concurrency = 20;
/** Mean time that the model takes for a call, in milliseconds. */
const modelMs = 1_000;
const models = { even: `${modelMs} ms`, varied: `${modelMs / 2} to ${modelMs * 1.5} ms` } as const;
type Model = keyof typeof models;
const messages = [{ role: "user", content: "What is the capital of {{country}}?" }];

/**
 * Compares an experiment of the service with a bare loop of the same model calls at the same concurrency. All calls of
 * the model `even` take equally long, so many calls end at the same moment. This is the most difficult case, because
 * the service must then store many results at once.
 */
export async function measureExperiments(items: number, rounds: number): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  const model = await startModel(modelMs);
  const server = await startServerProcess(dataDir, ["--no-login", "--model-hosts", "127.0.0.1"]);
  try {
    const { api } = new Threadline({ url: server.url, apiKey: benchKey });
    const { baseUrl } = model;
    const connectionId = await connectModel(server.url, { baseUrl, concurrency });
    const dataset = await api.createDataset({ name: "capitals" });
    const inputs = Array.from({ length: items }, (_, index) => ({ input: { country: `country ${index}` } }));
    await api.createDatasetItems(dataset.id, inputs);
    const run = async (name: Model): Promise<number> => {
      const [experiment] = await api.startExperiments({
        name: "bench",
        datasetId: dataset.id,
        messages,
        models: [{ connectionId, model: name }],
        concurrency,
      });
      for (;;) {
        // oxlint-disable no-await-in-loop -- polls
        await pause(250);
        const { state, startedAt, endedAt, doneCount } = (await api.getExperimentRun(experiment?.id ?? "")) ?? {};
        if (state !== "DONE") continue;
        if (doneCount !== items) throw new Error(`Only ${doneCount} of ${items} items were done`);
        return Date.parse(endedAt ?? "") - Date.parse(startedAt ?? "");
        // oxlint-enable no-await-in-loop
      }
    };
    // A warm-up loads the code of the loop and of the service.
    await callAll(baseUrl, "even", concurrency);
    await run("even");
    const rows: Row[] = [];
    for (const name of ["varied", "even"] as const) {
      const bare: number[] = [];
      const service: number[] = [];
      const processor: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        // oxlint-disable no-await-in-loop -- alternating
        bare.push(await callAll(baseUrl, name, items));
        const before = await server.cpuSeconds();
        service.push(await run(name));
        processor.push(((await server.cpuSeconds()) - before) * 1_000);
        // oxlint-enable no-await-in-loop
      }
      const overhead = median(service) / median(bare) - 1;
      const perCall = `${(median(processor) / items).toFixed(1)} ms of processor time a call`;
      rows.push({
        what: `experiment of ${items} calls of ${models[name]}, ${concurrency} at a time; a bare loop takes ${seconds(bare)}`,
        measured: `${seconds(service)}, ${(overhead * 100).toFixed(1)} % more; ${perCall}`,
        target: "<= 5 % more",
        met: overhead <= 0.05,
      });
    }
    return rows;
  } finally {
    await server.stop();
    model.stop();
    await rm(dataDir, { recursive: true });
  }
}

function seconds(values: readonly number[]): string {
  return `${(median(values) / 1_000).toFixed(2)} s`;
}

async function callAll(baseUrl: string, model: Model, count: number): Promise<number> {
  const startedAt = performance.now();
  const rest = Array.from({ length: count }, (_, index) => index).values();
  const work = async (): Promise<void> => {
    for (const index of rest) {
      const content = `What is the capital of country ${index}?`;
      const body = JSON.stringify({ model, messages: [{ role: "user", content }], stream: true });
      // oxlint-disable no-await-in-loop -- a worker sends one call at a time
      const response = await fetch(`${baseUrl}/chat/completions`, { method: "POST", body });
      await response.text();
      // oxlint-enable no-await-in-loop
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return performance.now() - startedAt;
}
