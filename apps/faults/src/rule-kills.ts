import { Threadline } from "@threadline/core";
import { setTimeout as pause } from "node:timers/promises";
import { askServers } from "./ask-servers.ts";
import type { FaultPostgres } from "./fault-postgres.ts";
import { startLocalModel } from "./local-model.ts";
import { changeLastThreads, createRules, findWrongScores, sendThread, stepsPerThread } from "./rule-traffic.ts";
import { apiKey, type ServerOptions, type ServerProcess, killAtStart, startServer } from "./server-process.ts";
import { withFolder } from "./with-folder.ts";

export interface RuleKillOptions extends Pick<ServerOptions, "from"> {
  /**
   * Number of steps to send. Rules judge each step, and each thread of 20 steps. In addition, a model judges 3 of every
   * 40 steps.
   */
  readonly targets: number;
  readonly kills: number;
  /** Maximum time from a start to the next kill, in milliseconds. */
  readonly maxLifeMs: number;
  /** Database that two servers share; each kill hits one of them. Undefined: one server with the embedded store. */
  readonly postgres?: FaultPostgres | undefined;
  /** Returns whether there is time for another kill. If it returns false, sending ends, too. Default: always true. */
  readonly hasTime?: (() => boolean) | undefined;
  readonly onProgress?: (kills: number, sent: number, queued: number) => void;
}

export interface RuleKillReport {
  readonly steps: number;
  readonly threads: number;
  readonly modelTargets: number;
  readonly kills: number;
  /** Number of kills while the test still had steps to send, or the service had judgments to make. */
  readonly killsInside: number;
  readonly killedAtStart: number;
  /** Targets without a score, or whose score is for outdated content. */
  readonly missed: readonly string[];
  /**
   * Targets with more than one score of an evaluator. Also contains a message if the rules' counts of judgments, or of
   * superseded judgments, differ from the stored ones.
   */
  readonly doubled: readonly string[];
  /** Error messages of failed judgments. */
  readonly failures: readonly string[];
  /** Number of judgments that a later judgment of the same target replaced, because the target had changed. */
  readonly superseded: number;
  /** Number of model calls, including those that a kill interrupted. */
  readonly modelCalls: number;
}

interface RuleState {
  readonly queuedCount: number;
  readonly lagSeconds: number;
}

/** Number of kills after which a server is also killed during its start. The count then starts again. */
const killsPerStart = 11;
const pollMs = 50;

/**
 * Kills `threadline serve` with SIGKILL at random moments while it stores steps and rules judge them. Then looks for
 * missing and duplicate judgments.
 */
export async function killRules(options: RuleKillOptions): Promise<RuleKillReport> {
  const model = await startLocalModel();
  try {
    return await withFolder((dataDir) => killWithModel(options, { dataDir, model }));
  } finally {
    model.close();
  }
}

async function killWithModel(
  { targets, kills, maxLifeMs, from, postgres, hasTime = () => true, onProgress }: RuleKillOptions,
  { dataDir, model }: { readonly dataDir: string; readonly model: { readonly url: string; calls(): number } },
): Promise<RuleKillReport> {
  const databaseUrl = await postgres?.createDatabase();
  const options: ServerOptions = { dataDir, databaseUrl, from, flags: ["--no-login", "--model-hosts", "127.0.0.1"] };
  const servers = [await startServer(options)];
  if (postgres) servers.push(await startServer(options));
  try {
    const rules = await createRules(servers, model.url);
    const planned = Math.ceil(targets / stepsPerThread);
    let isOver = false;
    let [killed, sent, inside, killedAtStart] = [0, 0, 0, 0];
    // Sends the threads in step with the kills: after half of the kills, about half of the threads. So the service
    // still has work at the last kill.
    const sending = (async () => {
      // oxlint-disable no-await-in-loop -- one thread after the other
      while (sent < planned) {
        while (sent >= (planned * (killed + 1)) / kills && !isOver) await pause(pollMs);
        if (isOver && killed < kills) return;
        await sendThread(servers, sent);
        sent += 1;
      }
      // oxlint-enable no-await-in-loop
    })();
    // `sending` is awaited below. If it rejects before that, this handler keeps the rejection from ending the process.
    sending.catch(() => undefined);
    while (killed < kills && hasTime()) {
      // oxlint-disable no-await-in-loop -- one kill after the other
      // Most servers are killed soon after their start, some later while they judge.
      await pause(Math.random() ** 3 * maxLifeMs);
      const queued = await countQueued(servers, rules);
      if (sent < planned || queued > 0) inside += 1;
      const index = Math.floor(Math.random() * servers.length);
      await servers[index]?.stop("SIGKILL");
      killed += 1;
      if (killed % (killsPerStart + 1) === killsPerStart && killed < kills) {
        await killAtStart(options);
        killed += 1;
        killedAtStart += 1;
      }
      servers[index] = await startServer(options);
      onProgress?.(killed, sent * stepsPerThread, queued);
      // oxlint-enable no-await-in-loop
    }
    isOver = true;
    await sending;
    const threads = sent;
    await changeLastThreads(servers, threads);
    // oxlint-disable-next-line no-await-in-loop -- until all are judged
    while ((await countQueued(servers, rules)) > 0) await pause(10 * pollMs);
    const { missed, doubled, scores, superseded: kept, modelTargets } = await findWrongScores(servers, threads);
    const { api } = new Threadline({ url: servers[0]?.url ?? "", apiKey });
    const states = await Promise.all(rules.map((id) => api.getEvaluationRule(id)));
    const failures = (await Promise.all(rules.map((id) => api.getEvaluationRuleFailures(id)))).flat();
    const days = states.flatMap((state) => state?.days ?? []);
    const superseded = days.reduce((sum, day) => sum + day.superseded, 0);
    const countedOnly = days.reduce((sum, day) => sum + day.judged, 0) - superseded - scores;
    return {
      steps: threads * stepsPerThread,
      threads,
      modelTargets,
      kills: killed,
      killsInside: inside,
      killedAtStart,
      missed,
      doubled: [
        ...doubled,
        ...(countedOnly === 0 ? [] : [`${countedOnly} counted without a score`]),
        ...(kept === superseded ? [] : [`${kept} superseded judgments kept, ${superseded} counted`]),
      ],
      failures: failures.map(({ message }) => message),
      superseded,
      modelCalls: model.calls(),
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/**
 * Returns the number of open judgments of the rules. Also counts 1 for a rule with a lag, because the rule has not yet
 * compared new steps with its filters and may still queue judgments.
 */
async function countQueued(servers: readonly ServerProcess[], rules: readonly string[]): Promise<number> {
  const states = await Promise.all(
    rules.map(async (id) => {
      const query = "query ($id: String!) { evaluationRule(id: $id) { queuedCount lagSeconds } }";
      return ((await askServers(servers, query, { id })) as { readonly evaluationRule: RuleState }).evaluationRule;
    }),
  );
  return states.reduce((sum, { queuedCount, lagSeconds }) => sum + queuedCount + (lagSeconds > 0 ? 1 : 0), 0);
}
