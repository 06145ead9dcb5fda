import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Report, Row } from "../statistics.ts";
import type { Candidate } from "./candidates.ts";
import type { LossResult, LossTask } from "./loss-process.ts";
import type { Counts, Fault } from "./mock-server.ts";
import { resultOf, startMockServer, startProcess } from "./processes.ts";

const faults: readonly Fault[] = ["refused", "reset", "hang", "429", "500", "503", "lost acknowledgement"];
const eventsPerSecond = 100;
/** Duration of recording before the outage, and again after it, in seconds. */
const margin = 5;
/** Maximum number of processes at the same time. They can be many, because they are idle most of the time. */
const maxRuns = 32;
/**
 * Maximum delay between the starts of one SDK and the next, in seconds. The starts are staggered, so that the SDKs do
 * not all send the records of the outage at the same time.
 */
const maxStagger = 20;
/** Memory that our SDK may use for its queue, in megabytes. `maxQueueBytes` is 64 MiB by default, which is 67 MB. */
const memoryBound = 67;

interface Outcome extends Omit<Counts, "requestsInOutage"> {
  readonly submitted: number;
  /** Number of records that the SDK reports as dropped; null if it does not report this. */
  readonly dropped: number | null;
  readonly residentMegabytes: number;
  /** Number of records that the SDK reports as pending; null if it does not report this. */
  readonly pending: number | null;
  /** Number of requests per second in the outage. Null if neither the endpoint nor the SDK can count them. */
  readonly requestsPerSecond: number | null;
}

/** Result of each SDK under each fault, or the reason why it could not be measured. */
type Outcomes = ReadonlyMap<string, Outcome | string>;

export interface OutageReport extends Report {
  /** Number of events that each SDK lost, over all faults. Infinite if a measurement failed. */
  readonly lost: ReadonlyMap<string, number>;
}

/**
 * Measures each SDK under each {@link Fault} of the ingest endpoint. A fault lasts `seconds`, and the SDK records
 * before, during and after it.
 */
export async function measureOutages(sdks: readonly Candidate[], seconds: number): Promise<OutageReport> {
  const outcomes = new Map<string, Outcome | string>();
  const step = Math.max(1, Math.floor(maxRuns / sdks.length));
  for (let from = 0; from < faults.length; from += step) {
    const wave = faults.slice(from, from + step);
    console.error(`  ${wave.join(", ")}: ${seconds} s each, ${sdks.map(({ name }) => name).join(", ")}`);
    const runs = wave.flatMap((fault) =>
      sdks.map(async (candidate, index) => {
        await sleep(index * Math.min(maxStagger, seconds / 10) * 1_000);
        const outcome = await runOutage(candidate, fault, seconds).catch((error: unknown) => String(error));
        outcomes.set(`${candidate.name} ${fault}`, outcome);
      }),
    );
    await Promise.all(runs);
  }
  const lines = sdks.map(({ name }) => {
    const cells = faults.map((fault) => {
      const outcome = outcomes.get(`${name} ${fault}`);
      return typeof outcome === "object" ? cell(outcome) : `could not be run here: ${outcome}`;
    });
    return `| ${name} | ${cells.join(" | ")} |`;
  });
  const head = [`| SDK: outage of ${seconds} s | ${faults.join(" | ")} |`, `|---|${"---|".repeat(faults.length)}`];
  const lost = new Map(sdks.map(({ name }) => [name, lostBy(name, outcomes)]));
  return { rows: faults.map((fault) => row(fault, outcomes, seconds)), details: [...head, ...lines].join("\n"), lost };
}

async function runOutage(candidate: Candidate, fault: Fault, seconds: number): Promise<Outcome> {
  const ingest = await startMockServer("ingest");
  try {
    const submitted = (seconds + 2 * margin) * eventsPerSecond;
    const { path } = candidate;
    const task: LossTask = { path, events: submitted, end: "flush", providerUrl: "", ingestUrl: ingest.url };
    const child = startProcess("loss-process.ts", task);
    const result = resultOf<LossResult>(child, (seconds + 150) * 1_000);
    const outage = (async () => {
      await Promise.race([once(child, "message"), once(child, "exit")]);
      await sleep(margin * 1_000);
      ingest.setFault(fault);
      await sleep(seconds * 1_000);
      ingest.setFault(null);
    })();
    const [{ dropped, pending, failedRequests, residentMegabytes }] = await Promise.all([result, outage]);
    const { requestsInOutage, ...counts } = await ingest.counts();
    // If connections are refused, only the SDK can count its requests.
    const requests = fault === "refused" ? failedRequests : requestsInOutage;
    const requestsPerSecond = requests === null ? null : requests / seconds;
    return { ...counts, submitted, dropped, pending, residentMegabytes, requestsPerSecond };
  } finally {
    ingest.stop();
  }
}

function lostBy(name: string, outcomes: Outcomes): number {
  return faults.reduce((sum, fault) => {
    const outcome = outcomes.get(`${name} ${fault}`);
    return sum + (typeof outcome === "object" ? outcome.submitted - outcome.stored : Infinity);
  }, 0);
}

function cell(outcome: Outcome): string {
  const { submitted, stored, dropped, pending, sentAgain, storedTwice, requestsPerSecond, residentMegabytes } = outcome;
  const waiting = pending ? `, ${pending} still waiting` : "";
  const reported = dropped === null ? "" : `, ${dropped} reported${waiting}`;
  const twice =
    storedTwice === null ? `${sentAgain} sent again` : `${storedTwice} stored twice (${sentAgain} sent again)`;
  const requests = requestsPerSecond === null ? "" : `, ${requestsPerSecond.toFixed(1)} requests/s`;
  return `${submitted - stored} lost${reported}; ${twice}${requests}; ${residentMegabytes.toFixed(0)} MB`;
}

function row(fault: Fault, outcomes: Outcomes, seconds: number): Row {
  const ours = outcomes.get(`threadline ${fault}`);
  const floor = outcomes.get(`floor ${fault}`);
  const what = `outage: ${fault}, ${seconds} s`;
  const target = `0 lost, 0 stored twice, all accounted for, <= 1 request/s, <= ${memoryBound} MB more than the floor`;
  if (typeof ours !== "object") return { what, measured: `failed: ${ours}`, target, met: false };
  if (typeof floor !== "object") return { what, measured: `the floor failed: ${floor}`, target, met: false };
  const isAccounted = ours.submitted === ours.stored + (ours.dropped ?? 0);
  const backsOff = (ours.requestsPerSecond ?? Infinity) <= 1;
  const isBounded = ours.residentMegabytes - floor.residentMegabytes <= memoryBound;
  const met = ours.submitted === ours.stored && ours.storedTwice === 0 && isAccounted && backsOff && isBounded;
  return { what, measured: cell(ours), target, met };
}
