import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Report, Row } from "../statistics.ts";
import type { Candidate } from "./candidates.ts";
import { candidates, installPeers } from "./candidates.ts";
import type { End, LossResult, LossTask } from "./loss-process.ts";
import type { Counts, Fault } from "./mock-server.ts";
import { resultOf, startMockServer, startProcess } from "./processes.ts";

const faults: readonly Fault[] = ["refused", "reset", "hang", "429", "500", "503", "lost acknowledgement"];
const ends: readonly End[] = ["natural", "exit", "uncaught", "SIGTERM", "SIGKILL"];
const eventsPerSecond = 100;
/** Seconds of events before and after the outage. */
const margin = 5;

interface Outcome extends Counts {
  readonly submitted: number;
  /** Null: the SDK does not tell. */
  readonly dropped: number | null;
  readonly residentMegabytes: number;
}

async function runOutage(candidate: Candidate, fault: Fault, seconds: number): Promise<Outcome> {
  const ingest = await startMockServer("ingest");
  try {
    const submitted = (seconds + 2 * margin) * eventsPerSecond;
    const task: LossTask = {
      path: candidate.path,
      events: submitted,
      end: "flush",
      providerUrl: "",
      ingestUrl: ingest.url,
    };
    const child = startProcess("loss-process.ts", task);
    const result = resultOf<LossResult>(child, (seconds + 120) * 1_000);
    const outage = (async () => {
      await Promise.race([once(child, "message"), once(child, "exit")]);
      await sleep(margin * 1_000);
      ingest.setFault(fault);
      await sleep(seconds * 1_000);
      ingest.setFault(null);
    })();
    const [{ dropped, residentMegabytes }] = await Promise.all([result, outage]);
    return { ...(await ingest.counts()), submitted, dropped, residentMegabytes };
  } finally {
    ingest.stop();
  }
}

/** Events that arrived after the process ended this way, of those that it recorded in its last two seconds. */
async function runEnd(candidate: Candidate, end: End, spool: string | undefined): Promise<string> {
  const ingest = await startMockServer("ingest");
  try {
    const task: LossTask = { path: candidate.path, events: 200, end, providerUrl: "", ingestUrl: ingest.url, spool };
    await endOf(task);
    await sleep(500);
    // The next start of the application sends what the spool holds.
    if (spool !== undefined) await endOf({ ...task, events: 0, end: "natural" });
    const { stored, storedTwice } = await ingest.counts();
    return `${200 - stored}${storedTwice ? ` (${storedTwice} twice)` : ""}`;
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

function cell(
  { submitted, stored, dropped, sentAgain, storedTwice, requestsInOutage, residentMegabytes }: Outcome,
  fault: Fault,
  seconds: number,
): string {
  const told = dropped === null ? "" : `, ${dropped} reported`;
  const twice =
    storedTwice === null ? `${sentAgain} sent again` : `${storedTwice} stored twice (${sentAgain} sent again)`;
  const requests = fault === "refused" ? "" : `, ${(requestsInOutage / seconds).toFixed(1)} requests/s`;
  return `${submitted - stored} lost${told}; ${twice}${requests}; ${residentMegabytes.toFixed(0)} MB`;
}

async function measureOutages(seconds: number): Promise<Report> {
  const outcomes = new Map<string, Outcome | string>();
  for (let from = 0; from < faults.length; from += 4) {
    const wave = faults.slice(from, from + 4);
    console.error(`  ${wave.join(", ")}: ${seconds} s each`);
    const runs = wave.flatMap((fault) =>
      candidates.map(async (candidate) => {
        const outcome = await runOutage(candidate, fault, seconds).catch((error: unknown) => String(error));
        outcomes.set(`${candidate.name} ${fault}`, outcome);
      }),
    );
    await Promise.all(runs);
  }
  const lines = candidates.map(({ name }) => {
    const cells = faults.map((fault) => {
      const outcome = outcomes.get(`${name} ${fault}`);
      return typeof outcome === "object" ? cell(outcome, fault, seconds) : `could not be run here: ${outcome}`;
    });
    return `| ${name} | ${cells.join(" | ")} |`;
  });
  const rows = faults.map((fault): Row => {
    const outcome = outcomes.get(`threadline ${fault}`);
    const target = "0 lost, 0 stored twice, all accounted for, <= 1 request/s";
    if (typeof outcome !== "object") return { what: fault, measured: `failed: ${outcome}`, target, met: false };
    const { submitted, stored, dropped, storedTwice, requestsInOutage } = outcome;
    const isAccounted = submitted === stored + (dropped ?? 0);
    const isPolite = requestsInOutage / seconds <= 1;
    const met = submitted === stored && storedTwice === 0 && isAccounted && isPolite;
    return { what: `outage: ${fault}, ${seconds} s`, measured: cell(outcome, fault, seconds), target, met };
  });
  const details = [`| SDK | ${faults.join(" | ")} |`, `|---|${"---|".repeat(faults.length)}`, ...lines].join("\n");
  return { rows, details };
}

async function measureEnds(): Promise<Report> {
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
      // One second of events.
      const limit = end === "SIGKILL" ? eventsPerSecond : 0;
      const measured = lost[index] ?? "";
      rows.push({
        what: `${title}: ${end}`,
        measured: `${measured} lost`,
        target: `${limit} lost`,
        met: Number(measured) <= limit,
      });
    }
  }
  const head = [`| SDK: lost of 200 at the end | ${ends.join(" | ")} |`, `|---|${"---|".repeat(ends.length)}`];
  return { rows, details: [...head, ...lines].join("\n") };
}

/** What arrives when the service fails for a while, and when the process ends. */
export async function measureLoss(minutes: number): Promise<Report> {
  installPeers();
  const ended = await measureEnds();
  const outages = await measureOutages(Math.round(minutes * 60));
  return { rows: [...outages.rows, ...ended.rows], details: `${outages.details}\n\n${ended.details}` };
}
