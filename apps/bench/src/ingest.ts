import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "threadline";
import { startServerProcess, postGraphQL } from "./server-process.ts";
import type { Row } from "./statistics.ts";
import { median } from "./statistics.ts";
import { aliasedBody, ingestStepsBody, makeBatches } from "./workload.ts";
import { toStepWrite } from "./writes.ts";

const batches = 160;
const size = 100;
const connections = 8;

async function measureBare(run: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  const store = await openSqliteStore({ path: join(folder, "threadline.db") });
  try {
    const project = await store.projects.create({ id: "bench", name: "bench", createdAt: Date.now() });
    const writes = makeBatches({ run, batches, size }).map((batch) => batch.map(toStepWrite));
    const startedAt = performance.now();
    for (const batch of writes) await store.steps.ingest(project.id, batch);
    return (batches * size * 1_000) / (performance.now() - startedAt);
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureHttp(run: string, toBody: typeof aliasedBody): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  const server = await startServerProcess(folder);
  try {
    await postGraphQL(server.url, toBody(makeBatches({ run: `${run}-warm`, batches: 1, size })[0] ?? []));
    const bodies = makeBatches({ run, batches, size }).map(toBody);
    const queue = bodies.values();
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (const body of queue) await postGraphQL(server.url, body);
      }),
    );
    return (batches * size * 1_000) / (performance.now() - startedAt);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Compares two ways of ingestion through the API with {@link measureBare}. Each round measures all three, one after the
 * other.
 */
export async function measureIngest(): Promise<Row[]> {
  const bare: number[] = [];
  const fixed: number[] = [];
  const aliased: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    bare.push(await measureBare(`bare${round}`));
    fixed.push(await measureHttp(`fixed${round}`, ingestStepsBody));
    aliased.push(await measureHttp(`aliased${round}`, aliasedBody));
  }
  const floor = median(bare);
  const row = (what: string, rate: number, target: number): Row => ({
    what,
    measured: `${rate.toFixed(0)} steps/s = ${((100 * rate) / floor).toFixed(0)} % of the bare loop`,
    target: `>= ${target} %`,
    met: (100 * rate) / floor >= target,
  });
  return [
    {
      what: "bare loop into the store, 100 steps per commit",
      measured: `${floor.toFixed(0)} steps/s`,
      target: "(base)",
      met: true,
    },
    row("`ingestSteps` over HTTP, 8 connections", median(fixed), 60),
    row("aliased `ingestStep` over HTTP, 8 connections", median(aliased), 40),
  ];
}
