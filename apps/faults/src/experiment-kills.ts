import { type NewEvaluatorVersion, Threadline } from "@threadline/core";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openSqliteStore } from "threadline";
import { startLocalModel } from "./local-model.ts";
import { apiKey, type ServerOptions, killAtStart, startServer } from "./server-process.ts";
import { withFolder } from "./with-folder.ts";

export interface ExperimentKillOptions extends Pick<ServerOptions, "from"> {
  readonly items: number;
  readonly kills: number;
  readonly onProgress?: (kills: number, done: number) => void;
}

export interface ExperimentKillReport {
  readonly kills: number;
  readonly killsInside: number;
  readonly killedAtStart: number;
  readonly state: string;
  /** Dataset items without an experiment item, or whose experiment item lacks a score. */
  readonly lost: readonly string[];
  /** Dataset items that have several experiment items, or several scores with the same name. */
  readonly doubled: readonly string[];
  readonly failures: readonly string[];
  /** Number of model calls, including those that a kill interrupted. */
  readonly modelCalls: number;
}

type Definition = Omit<NewEvaluatorVersion, "scoreName" | "target">;

const scoreNames = ["exact", "contains", "code", "judge"] as const;
const killsPerStart = 12;
/** Maximum time from a server's first model call until the server is killed, in milliseconds. */
const maxLifeMs = 300;

/**
 * Kills `threadline serve` with SIGKILL at random moments while it runs an experiment with four evaluators, until the
 * experiment is done. Then looks for missing and duplicate items and scores.
 */
export async function killExperiment({
  items,
  kills,
  from,
  onProgress,
}: ExperimentKillOptions): Promise<ExperimentKillReport> {
  const model = await startLocalModel();
  try {
    return await withFolder(async (dataDir) => {
      const options: ServerOptions = { dataDir, from, flags: ["--model-hosts", "127.0.0.1"] };
      const experimentId = await begin(options, { items, model: model.url });
      let [killed, inside, killedAtStart] = [0, 0, 0];
      for (let isDone = false; killed < kills && !isDone;) {
        // oxlint-disable no-await-in-loop -- one kill after the other
        killed += 1;
        if (killed % killsPerStart === 0) {
          killedAtStart += 1;
          await killAtStart(options);
          continue;
        }
        const calls = model.calls();
        const server = await startServer(options);
        const { api } = clientOf(server.url);
        while (model.calls() === calls && !isDone) {
          isDone = (await api.getExperimentRun(experimentId))?.state === "DONE";
          await pause(5);
        }
        await pause(Math.random() * maxLifeMs);
        const run = await api.getExperimentRun(experimentId);
        isDone = run?.state === "DONE";
        if (!isDone) inside += 1;
        await server.stop("SIGKILL");
        onProgress?.(killed, run?.doneCount ?? 0);
        // oxlint-enable no-await-in-loop
      }
      const server = await startServer(options);
      const { api } = clientOf(server.url);
      let run = await api.getExperimentRun(experimentId);
      while (run?.state !== "DONE") {
        // oxlint-disable no-await-in-loop -- polls
        await pause(100);
        run = await api.getExperimentRun(experimentId);
        // oxlint-enable no-await-in-loop
      }
      const experiment = await api.getExperiment(experimentId);
      const failures = await api.getExperimentRunFailures(experimentId);
      await server.stop();
      const stored = Map.groupBy(experiment?.items ?? [], ({ datasetItemId }) => datasetItemId ?? "");
      const ids = Array.from({ length: items }, (_, index) => `item-${index}`);
      const scoresOf = (id: string): string[] =>
        (stored.get(id) ?? []).flatMap(({ scores }) => (scores ?? []).map(({ name }) => name));
      return {
        kills: killed,
        killsInside: inside,
        killedAtStart,
        state: run.state,
        lost: ids.filter((id) => !scoreNames.every((name) => scoresOf(id).includes(name))),
        doubled: [...stored.keys()].filter(
          (id) => (stored.get(id)?.length ?? 0) > 1 || new Set(scoresOf(id)).size < scoresOf(id).length,
        ),
        failures: failures.map(({ message }) => message),
        modelCalls: model.calls(),
      };
    });
  } finally {
    model.close();
  }
}

function clientOf(url: string): Threadline {
  return new Threadline({ url, apiKey });
}

function built(scorer: string, options: Record<string, string | string[]>): Definition {
  return { kind: "BUILT_IN", builtIn: { scorer, options } };
}

async function begin(
  options: ServerOptions,
  { items, model }: { readonly items: number; readonly model: string },
): Promise<string> {
  await (await startServer(options)).stop();
  const connectionId = await addConnection(join(options.dataDir, "threadline.db"), model);
  const server = await startServer(options);
  const { api } = clientOf(server.url);
  const dataset = await api.createDataset({ name: "numbers" });
  for (let start = 0; start < items; start += 500) {
    const numbers = Array.from({ length: Math.min(500, items - start) }, (_, index) => start + index);
    // oxlint-disable-next-line no-await-in-loop -- in order
    await api.createDatasetItems(
      dataset.id,
      numbers.map((number) => ({
        id: `item-${number}`,
        input: { number },
        expectedOutput: { content: `Number ${number}` },
      })),
    );
  }
  const target = "EXPERIMENT_ITEM" as const;
  const definitions: Readonly<Record<(typeof scoreNames)[number], Definition>> = {
    exact: built("exactMatch", { output: "output.content", expected: "expected.content" }),
    contains: built("contains", { texts: ["Number"] }),
    code: { kind: "CODE", code: { source: "export default ({ output }) => ({ value: output.content.length })" } },
    judge: {
      kind: "LLM",
      judge: {
        messages: [{ role: "user", content: "Judge {{output}}" }],
        inputs: [{ name: "output", path: "output.content" }],
        minimum: 0,
        maximum: 1,
        connectionId,
        model: "local",
      },
    },
  };
  const evaluatorVersionIds = await Promise.all(
    scoreNames.map(async (name) => {
      const created = await api.createEvaluator({ name }, { target, scoreName: name, ...definitions[name] });
      return created.latestVersion.id;
    }),
  );
  const [experiment] = await api.startExperiments({
    name: "kills",
    datasetId: dataset.id,
    messages: [{ role: "user", content: "Number {{number}}" }],
    models: [{ connectionId, model: "local" }],
    evaluatorVersionIds,
    concurrency: 20,
  });
  await server.stop("SIGKILL");
  return experiment?.id ?? "";
}

/**
 * Adds a connection to the local model directly to the store. The connection has no API key, because the local model
 * needs none.
 */
async function addConnection(path: string, baseUrl: string): Promise<string> {
  const store = await openSqliteStore({ path, now: Date.now, retentionDays: null });
  const project = await store.projects.find("default");
  const connection = await store.modelConnections.create(
    project?.id ?? "",
    {
      id: "local",
      createdAt: Date.now(),
      updatedAt: Date.now(),
      name: "local",
      kind: "openaiCompatible",
      baseUrl,
      models: [],
      dailyBudget: null,
      maxConcurrentCalls: 40,
      keyEnding: null,
      keySetAt: null,
      headerNames: [],
      sealedSecrets: null,
      spentDay: null,
      spent: 0,
    },
    100,
  );
  await store.close();
  return connection.id;
}
