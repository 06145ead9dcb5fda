import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServerProcess } from "./server-process.ts";
import type { Row } from "./statistics.ts";
import { median } from "./statistics.ts";

/** Measures the startup time and the idle memory of `threadline serve` with an existing data folder. */
export async function measureStartup(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  const ready: number[] = [];
  const resident: number[] = [];
  try {
    await startServerProcess(dataDir).then((server) => server.stop());
    for (let round = 0; round < 5; round += 1) {
      const server = await startServerProcess(dataDir);
      ready.push(server.readyAfterMs);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      resident.push(await server.residentMegabytes());
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  const readyMs = median(ready);
  const megabytes = median(resident);
  return [
    {
      what: "time until ready",
      measured: `${readyMs.toFixed(0)} ms`,
      target: "<= 1,000 ms",
      met: readyMs <= 1_000,
    },
    {
      what: "idle memory (resident)",
      measured: `${megabytes.toFixed(0)} MB`,
      target: "<= 120 MB",
      met: megabytes <= 120,
    },
  ];
}
