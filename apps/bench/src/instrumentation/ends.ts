import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Report, Row } from "../statistics.ts";
import type { Candidate } from "./candidates.ts";
import { candidates } from "./candidates.ts";
import type { End, LossTask } from "./loss-process.ts";
import { startMockServer, startProcess } from "./processes.ts";

const ends: readonly End[] = ["natural", "exit", "uncaught", "SIGTERM", "SIGKILL"];
/** Number of events that are recorded in two seconds. */
const events = 200;

/** Measures how many events each SDK loses when the process ends, for each {@link End}. */
export async function measureEnds(): Promise<Report> {
  const lines: string[] = [];
  const rows: Row[] = [];
  const ways = candidates.flatMap((candidate) =>
    candidate.name === "threadline"
      ? [
          { candidate, title: "threadline" },
          { candidate, title: "threadline with a spool" },
        ]
      : [{ candidate, title: candidate.name }],
  );
  for (const { candidate, title } of ways) {
    const lost = await Promise.all(
      ends.map(async (end) => {
        const spool = title.endsWith("spool") ? await mkdtemp(join(tmpdir(), "threadline-bench-")) : undefined;
        try {
          return await runEnd(candidate, end, spool);
        } finally {
          if (spool !== undefined) await rm(spool, { recursive: true, force: true });
        }
      }),
    );
    lines.push(`| ${title} | ${lost.join(" | ")} |`);
    for (const [index, end] of ends.entries()) {
      if (!title.startsWith("threadline") || (title === "threadline" && end !== "natural")) continue;
      // A killed process may lose the events of its last second. Recording takes two seconds, so that is half of the
      // events.
      const limit = end === "SIGKILL" ? events / 2 : 0;
      const measured = lost[index] ?? "";
      rows.push({
        what: `${title}: ${end}`,
        measured: `${measured} lost`,
        target: `${limit} lost`,
        met: Number(measured) <= limit,
      });
    }
  }
  const head = [`| SDK: lost of ${events} at the end | ${ends.join(" | ")} |`, `|---|${"---|".repeat(ends.length)}`];
  return { rows, details: [...head, ...lines].join("\n") };
}

/** Runs a process until it ends in the given way. Returns the number of recorded events that were lost. */
async function runEnd(candidate: Candidate, end: End, spool: string | undefined): Promise<string> {
  const ingest = await startMockServer("ingest");
  try {
    const task: LossTask = { path: candidate.path, events, end, providerUrl: "", ingestUrl: ingest.url, spool };
    await endOf(task);
    await sleep(500);
    // A process with the same spool folder sends the records that the ended process left there.
    if (spool !== undefined) await endOf({ ...task, events: 0, end: "natural" });
    const { stored, storedTwice } = await ingest.counts();
    return `${events - stored}${storedTwice ? ` (${storedTwice} twice)` : ""}`;
  } finally {
    ingest.stop();
  }
}

async function endOf(task: LossTask): Promise<void> {
  const child = startProcess("loss-process.ts", task);
  child.stderr?.resume();
  const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
  await once(child, "exit");
  clearTimeout(timer);
}
