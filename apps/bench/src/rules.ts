import { type NewEvaluationRule, Threadline } from "@threadline/core";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { benchKey, postGraphQL, type ServerProcess, startServerProcess } from "./server-process.ts";
import { median, type Row } from "./statistics.ts";
import { ingestStepsBody, makeBatches } from "./workload.ts";

const size = 50;
const connections = 8;
const ruleCount = 10;
/** Maximum fraction by which rules may increase the duration and the CPU time of ingestion. */
const maxShare = 0.05;

interface Figures {
  readonly seconds: number;
  readonly processorSeconds: number;
}

type Rule = Pick<NewEvaluationRule, "filters" | "sampleRate">;

const names = ["none", "unmatched", "sampled"] as const;

const matchingNothing: readonly Rule[] = Array.from({ length: ruleCount }, (_, index) => {
  const conditions: NonNullable<Rule["filters"]> = [
    { field: "type", operator: "eq", value: "tool" },
    { field: "metadata", operator: "eq", value: "platinum", path: "plan" },
    { field: "tags", operator: "in", value: [`team-${ruleCount + index}`] },
    { field: "model", operator: "eq", value: `model-${index}` },
  ];
  const name = { field: "name", operator: "eq", value: `llm ${4 * index}` } as const;
  return { filters: [name, ...conditions.slice(index % 4, (index % 4) + 1)] };
});

const variants: Readonly<Record<(typeof names)[number], readonly Rule[]>> = {
  none: [],
  unmatched: matchingNothing,
  sampled: [...matchingNothing.slice(1), { filters: [], sampleRate: 0.01 }],
};

/**
 * Measures how much evaluation rules slow ingestion down. Compares no rules, ten rules that match no step, and ten
 * rules of which one matches 1% of the steps. Three servers take turns, and each ingests `steps` steps per turn.
 */
export async function measureRules(steps: number, rounds: number): Promise<Row[]> {
  const services = await Promise.all(names.map((name) => startService(variants[name])));
  const measured = { none: [] as Figures[], unmatched: [] as Figures[], sampled: [] as Figures[] };
  try {
    // The first round is a warm-up that fills caches.
    for (let round = -1; round < rounds; round += 1) {
      for (let turn = 0; turn < names.length; turn += 1) {
        const index = (round + 1 + turn) % names.length;
        const [name, service] = [names[index] ?? "none", services[index]];
        if (service === undefined) continue;
        const figures = await measureIngestion(service.server, `round${round + 1}`, steps);
        if (round >= 0) measured[name].push(figures);
      }
    }
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
  const ratio = (name: "unmatched" | "sampled", figure: keyof Figures): number =>
    median(measured[name].map((each, round) => each[figure] / (measured.none[round]?.[figure] ?? Number.NaN)));
  const row = (what: string, name: "unmatched" | "sampled"): Row => {
    const [wall, processor] = [ratio(name, "seconds") - 1, ratio(name, "processorSeconds") - 1];
    return {
      what,
      measured: `${percent(processor)} processor time, ${percent(wall)} time (medians of ${rounds} rounds)`,
      target: `<= ${percent(maxShare)} each`,
      met: processor <= maxShare && wall <= maxShare,
    };
  };
  const perStep = median(measured.none.map(({ processorSeconds }) => (processorSeconds * 1e6) / steps));
  return [
    {
      what: `${steps} steps without rules, batches of ${size} over ${connections} connections`,
      measured: `${(steps / median(measured.none.map(({ seconds }) => seconds))).toFixed(0)} steps/s, ${perStep.toFixed(0)} us of processor time a step`,
      target: "(base)",
      met: true,
    },
    row("ten rules that match nothing", "unmatched"),
    row("ten rules, one of which samples 1 %", "sampled"),
  ];
}

function percent(share: number): string {
  return `${share > 0 ? "+" : ""}${(100 * share).toFixed(1)} %`;
}

interface Service {
  readonly server: ServerProcess;
  stop(): Promise<void>;
}

async function startService(rules: readonly Rule[]): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-bench-"));
  const server = await startServerProcess(folder, ["--no-login"]);
  await createRules(server.url, rules);
  return {
    server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function measureIngestion(server: ServerProcess, run: string, steps: number): Promise<Figures> {
  const queue = makeBatches({ run, batches: steps / size, size })
    .map(ingestStepsBody)
    .values();
  const processorBefore = await server.cpuSeconds();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const body of queue) await postGraphQL(server.url, body);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  await becomeQuiet(server);
  return { seconds, processorSeconds: (await server.cpuSeconds()) - processorBefore };
}

async function becomeQuiet(server: ServerProcess): Promise<void> {
  for (let quiet = 0, before = await server.cpuSeconds(); quiet < 5;) {
    await pause(500);
    const after = await server.cpuSeconds();
    quiet = after - before <= 0.02 ? quiet + 1 : 0;
    before = after;
  }
}

async function createRules(url: string, rules: readonly Rule[]): Promise<void> {
  const { api } = new Threadline({ url, apiKey: benchKey });
  for (const [index, rule] of rules.entries()) {
    const name = `rule ${index}`;
    const builtIn = { scorer: "contains", options: { texts: ["refund"] } };
    const version = { kind: "BUILT_IN", target: "STEP", scoreName: name, builtIn } as const;
    const { latestVersion } = await api.createEvaluator({ name }, version);
    await api.createEvaluationRule({
      name,
      evaluatorVersionId: latestVersion.id,
      mode: "ON",
      quietSeconds: 0,
      ...rule,
    });
  }
}
