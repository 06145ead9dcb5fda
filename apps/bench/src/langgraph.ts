import type { HandlerCosts, LangGraphCosts } from "./langgraph-process.ts";
import { resultOf, startMockServer, startProcess } from "./instrumentation/processes.ts";
import type { Report, Row } from "./statistics.ts";

const scenarios = {
  graph: "a graph of 40 nodes with 500 messages of 2 kB",
  prompt: "a prompt of 6 MB",
  history: "a model call with 3,000 messages of 2 kB",
} as const;

/** Compares the handler of `@threadline/langchain` with a handler that does nothing. Both run in turn. */
export async function measureLangGraph(rounds: number): Promise<Report> {
  const ingest = await startMockServer("ingest");
  try {
    const process = startProcess("../langgraph-process.ts", JSON.stringify({ url: ingest.url, rounds }));
    const costs = await resultOf<LangGraphCosts>(process, 600_000);
    return { rows: targets(costs), details: details(costs) };
  } finally {
    ingest.stop();
  }
}

function targets({ graph, prompt, history }: LangGraphCosts): Row[] {
  const ratio = graph.threadline.callCpuMs / graph.noop.callCpuMs;
  return [
    {
      what: `${scenarios.graph}, compared with no recording`,
      measured: `${ratio.toFixed(2)} x`,
      target: "<= 1.55 x",
      met: ratio <= 1.55,
    },
    ...[prompt, history].map(({ noop, threadline }, index) => {
      const added = threadline.callCpuMs - noop.callCpuMs;
      return {
        what: `${index === 0 ? scenarios.prompt : scenarios.history}, added`,
        measured: `${added.toFixed(1)} ms`,
        target: "<= 15.0 ms",
        met: added <= 15,
      };
    }),
  ];
}

function details(costs: LangGraphCosts): string {
  const lines = Object.entries(scenarios).flatMap(([name, what]) => {
    const { noop, threadline } = costs[name as keyof LangGraphCosts]; // `scenarios` has the same keys
    return [line(`${what}, no recording`, noop), line(`${what}, recorded`, threadline)];
  });
  return [
    "| what | call, CPU of its thread | call, wall | total CPU, including sending |",
    "|---|---|---|---|",
    ...lines,
  ].join("\n");
}

function line(what: string, { callCpuMs, callMs, cpuMs }: HandlerCosts): string {
  return `| ${what} | ${callCpuMs.toFixed(1)} ms | ${callMs.toFixed(1)} ms | ${cpuMs.toFixed(1)} ms |`;
}
