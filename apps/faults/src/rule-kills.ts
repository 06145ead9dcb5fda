import { Threadline } from "@threadline/core";
import { setTimeout as pause } from "node:timers/promises";
import { apiKey, type ServerOptions, killAtStart, startServer } from "./server-process.ts";
import { withFolder } from "./with-folder.ts";

export interface RuleKillOptions extends Pick<ServerOptions, "from"> {
  /** Number of steps. Rules judge each step, and the thread of every 20 steps. */
  readonly targets: number;
  readonly kills: number;
  readonly onProgress?: (kills: number, acknowledged: number) => void;
}

export interface RuleKillReport {
  readonly steps: number;
  readonly threads: number;
  readonly kills: number;
  /** Number of kills while steps or judgments were waiting. */
  readonly killsInside: number;
  readonly killedAtStart: number;
  /** Targets without a score, or whose score is for outdated content. */
  readonly missed: readonly string[];
  /** Targets with several scores, and counted judgments without a separate score. */
  readonly doubled: readonly string[];
  /** Error messages of failed judgments. */
  readonly failures: readonly string[];
  /** Judgments that replaced an older one. */
  readonly superseded: number;
}

interface Score {
  readonly value: number;
  readonly stepId: string | null;
  readonly threadId: string | null;
}

const batchSize = 20;
/** Number of steps per step that changes after it was stored. */
const stepsPerChange = 4;
/** Number of threads that are sent before an earlier thread changes. By then, rules have judged most of its steps. */
const changedLater = 20;
/** Number of kills per kill during a server's start. */
const killsPerStart = 12;
/** Maximum time from the start to the kill, in milliseconds. */
const maxLifeMs = 8_000;

/**
 * Kills `threadline serve` with SIGKILL at random moments while it stores steps, and judges them and their threads by
 * rules. Then looks for missing and duplicate judgments.
 */
export function killRules({ targets, kills, from, onProgress }: RuleKillOptions): Promise<RuleKillReport> {
  return withFolder(async (dataDir) => {
    const options: ServerOptions = { dataDir, from };
    const rules = await begin(options);
    const batches = Math.ceil(targets / batchSize);
    let [next, inside, killedAtStart] = [0, 0, 0];
    for (let killed = 1; killed <= kills; killed += 1) {
      // oxlint-disable no-await-in-loop -- one kill after the other
      if (killed % killsPerStart === 0) {
        killedAtStart += 1;
        await killAtStart(options);
        continue;
      }
      const server = await startServer(options);
      const until = Math.round((batches * killed) / kills);
      const sending = (async () => {
        for (; next < until; next += 1) await sendBatch(server.url, next);
      })();
      // The kill interrupts a request. Its batch is sent again.
      const ended = sending.catch(() => undefined);
      await pause(Math.random() * maxLifeMs);
      if (next < until || !(await isIdle(server.url, rules))) inside += 1;
      await server.stop("SIGKILL");
      await ended;
      onProgress?.(killed, next * batchSize);
      // oxlint-enable no-await-in-loop
    }
    const server = await startServer(options);
    // oxlint-disable no-await-in-loop -- in order
    for (; next < batches; next += 1) await sendBatch(server.url, next);
    for (let batch = Math.max(0, batches - changedLater); batch < batches; batch += 1) await change(server.url, batch);
    while (!(await isIdle(server.url, rules))) await pause(500);
    // oxlint-enable no-await-in-loop
    const found = await readScores(server.url);
    const { api } = new Threadline({ url: server.url, apiKey });
    const states = await Promise.all(rules.map((id) => api.getEvaluationRule(id)));
    const failures = (await Promise.all(rules.map((id) => api.getEvaluationRuleFailures(id)))).flat();
    await server.stop();
    const days = states.flatMap((state) => state?.days ?? []);
    const superseded = days.reduce((sum, day) => sum + day.superseded, 0);
    const judged = days.reduce((sum, day) => sum + day.judged, 0);
    const byTarget = Map.groupBy(found, ({ stepId, threadId }) => stepId ?? threadId ?? "");
    const steps = Array.from({ length: batches * batchSize }, (_, index) => index);
    const threads = Array.from({ length: batches }, (_, index) => `thread-${index}`);
    const countedOnly = judged - superseded - found.length;
    return {
      steps: steps.length,
      threads: threads.length,
      kills,
      killsInside: inside,
      killedAtStart,
      missed: [
        ...steps.filter((index) => byTarget.get(`step-${index}`)?.[0]?.value !== (isChanged(index) ? 1 : 0)),
        ...threads.filter((id) => !byTarget.has(id)),
      ].map(String),
      doubled: [
        ...[...byTarget].flatMap(([id, own]) => (own.length > 1 ? [id] : [])),
        ...(countedOnly === 0 ? [] : [`${countedOnly} counted without a score`]),
      ],
      failures: failures.map(({ message }) => message),
      superseded,
    };
  });
}

/**
 * Creates a rule for steps and a rule for threads. Both score 1 if the content contains `second`. Returns their ids.
 */
async function begin(options: ServerOptions): Promise<string[]> {
  const server = await startServer(options);
  const { api } = new Threadline({ url: server.url, apiKey });
  const rules = await Promise.all(
    (["STEP", "THREAD"] as const).map(async (target) => {
      const { latestVersion } = await api.createEvaluator(
        { name: target },
        {
          kind: "BUILT_IN",
          target,
          scoreName: target,
          builtIn: { scorer: "contains", options: { texts: ["second"] } },
        },
      );
      const rule = { name: target, evaluatorVersionId: latestVersion.id, mode: "ON", quietSeconds: 0 } as const;
      return (await api.createEvaluationRule(rule)).id;
    }),
  );
  await server.stop();
  return rules;
}

function isChanged(index: number): boolean {
  return index % stepsPerChange === 0;
}

/** Sends the steps of a thread, and changes a quarter of the steps of an earlier thread. */
async function sendBatch(url: string, batch: number): Promise<void> {
  await sendSteps(url, { batch, indexes: indexesOf(batch), content: "first" });
  if (batch >= changedLater) await change(url, batch - changedLater);
}

/** Changes a quarter of the steps of a thread, so that they are judged again. */
async function change(url: string, batch: number): Promise<void> {
  await sendSteps(url, { batch, indexes: indexesOf(batch).filter(isChanged), content: "second" });
}

function indexesOf(batch: number): number[] {
  return Array.from({ length: batchSize }, (_, index) => batch * batchSize + index);
}

async function sendSteps(
  url: string,
  {
    batch,
    indexes,
    content,
  }: { readonly batch: number; readonly indexes: readonly number[]; readonly content: string },
): Promise<void> {
  await ask(url, "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", {
    steps: indexes.map((index) => ({
      id: `step-${index}`,
      threadId: `thread-${batch}`,
      type: "run",
      name: "answer",
      output: { content },
    })),
  });
}

/** Whether no step is waiting for rules, and no judgment is waiting or running. */
async function isIdle(url: string, rules: readonly string[]): Promise<boolean> {
  const { api } = new Threadline({ url, apiKey });
  const states = await Promise.all(rules.map((id) => api.getEvaluationRule(id)));
  return states.every((state) => state?.queuedCount === 0 && state.lagSeconds === 0);
}

async function readScores(url: string): Promise<Score[]> {
  const found: Score[] = [];
  for (let after: string | null = null; ;) {
    const query = `query ($after: ID) {
      scores(first: 500, after: $after) { edges { node { value stepId threadId } } pageInfo { hasNextPage endCursor } } }`;
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { scores } = (await ask(url, query, { after })) as {
      scores: { edges: { node: Score }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
    };
    found.push(...scores.edges.map(({ node }) => node));
    if (!scores.pageInfo.hasNextPage) return found;
    after = scores.pageInfo.endCursor;
  }
}

async function ask(url: string, query: string, variables: object): Promise<unknown> {
  const response = await fetch(`${url}/api/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": apiKey },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: { message: string }[] };
  if (errors?.[0]) throw new Error(errors[0].message);
  return data;
}
