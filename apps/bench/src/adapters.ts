import type { AdaptersCosts } from "./adapters-process.ts";
import { resultOf, startMockServer, startProcess } from "./instrumentation/processes.ts";
import type { Report } from "./statistics.ts";

/** Maximum CPU time that each instrumentation may add to a call, in microseconds. */
const limits: Readonly<Record<string, number>> = {
  "anthropic: messages.create": 200,
  "anthropic: a stream of 100 events": 1_000,
  "google: generateContent": 200,
  "google: a stream of 100 chunks": 1_000,
  "agents: run of one model call": 1_000,
  "llamaindex: events of a query": 600,
  "mastra: generate of one model call": 2_000,
  "mcp: callTool, both sides": 600,
  "ai-sdk: generateText": 400,
  "ai-sdk: streamText of 100 chunks": 1_000,
};

/**
 * Measures the CPU time that each instrumentation adds to a call. Calls with and without the instrumentation alternate,
 * so that changes in the machine's speed affect both.
 */
export async function measureAdapters(rounds: number): Promise<Report> {
  const ingest = await startMockServer("ingest");
  try {
    const task = JSON.stringify({ url: ingest.url, rounds, calls: 500 });
    const costs = await resultOf<AdaptersCosts>(startProcess("../adapters-process.ts", task), 600_000);
    const rows = Object.entries(costs).map(([what, { without, recorded }]) => {
      const added = recorded - without;
      const limit = limits[what] ?? 0;
      return { what, measured: `${added.toFixed(0)} µs added`, target: `<= ${limit} µs`, met: added <= limit };
    });
    const lines = Object.entries(costs).map(
      ([what, { without, recorded }]) => `| ${what} | ${without.toFixed(0)} µs | ${recorded.toFixed(0)} µs |`,
    );
    return { rows, details: ["| call | without | recorded |", "|---|---|---|", ...lines].join("\n") };
  } finally {
    ingest.stop();
  }
}
