import { Threadline } from "@threadline/core";
import { askServers } from "./ask-servers.ts";
import { apiKey, type ServerProcess } from "./server-process.ts";

/** Number of steps per thread. One request sends all steps of a thread. */
export const stepsPerThread = 20;
/** Every fourth step is changed after it was stored. */
const stepsPerChange = 4;
/**
 * The steps of a thread are changed after this many further threads have been sent. By then, most of these steps have
 * been judged.
 */
const changedLater = 20;
const stepsPerModel = 20;

const contains = { scorer: "contains" } as const;
const texts = ["second"];

type Servers = readonly ServerProcess[];

interface Score {
  readonly name: string;
  readonly value: number;
  readonly stepId: string | null;
  readonly threadId: string | null;
  readonly supersededJudgments: readonly unknown[];
}

export interface RuleFindings {
  /** Targets without a score, or with a score for outdated content. */
  readonly missed: string[];
  /** Targets with several scores of an evaluator. */
  readonly doubled: string[];
  readonly scores: number;
  /** Total number of judgments that a later judgment replaced. */
  readonly superseded: number;
  readonly modelTargets: number;
}

/**
 * Creates rules for all steps, for all threads, and for the steps that a model judges ({@link isAsked}). Their
 * evaluators score 1 if the text contains `second`, otherwise 0. Returns the ids of the rules.
 */
export async function createRules(servers: Servers, modelUrl: string): Promise<string[]> {
  const { api } = new Threadline({ url: servers[0]?.url ?? "", apiKey });
  const connection = { name: "local", kind: "openaiCompatible", baseUrl: modelUrl, maxConcurrentCalls: 40 };
  const { createModelConnection } = (await askServers(
    servers,
    "mutation ($connection: ModelConnectionInput!) { createModelConnection(connection: $connection) { id } }",
    { connection },
  )) as { readonly createModelConnection: { readonly id: string } };
  const judge = {
    messages: [{ role: "user" as const, content: "Judge {{output}}" }],
    inputs: [{ name: "output", path: "output.content" }],
    minimum: 0,
    maximum: 1,
    connectionId: createModelConnection.id,
    model: "local",
  };
  const askedOnly = [{ field: "name" as const, operator: "eq" as const, value: "asked" }];
  const rules = [
    {
      scoreName: "step",
      version: { kind: "BUILT_IN", target: "STEP", builtIn: { ...contains, options: { texts } } },
      filters: [],
    },
    {
      scoreName: "thread",
      version: { kind: "BUILT_IN", target: "THREAD", builtIn: { ...contains, options: { texts, output: "steps" } } },
      filters: [],
    },
    { scoreName: "model", version: { kind: "LLM", target: "STEP", judge }, filters: askedOnly },
  ] as const;
  return Promise.all(
    rules.map(async ({ scoreName, version, filters }) => {
      const { latestVersion } = await api.createEvaluator({ name: scoreName }, { ...version, scoreName });
      const rule = { name: scoreName, evaluatorVersionId: latestVersion.id, filters: [...filters] };
      return (await api.createEvaluationRule({ ...rule, mode: "ON", quietSeconds: 0 })).id;
    }),
  );
}

/** Sends the steps of a thread, and changes a quarter of the steps of an earlier thread. */
export async function sendThread(servers: Servers, thread: number): Promise<void> {
  await sendSteps(servers, { thread, indexes: indexesOf(thread), content: "first" });
  if (thread >= changedLater) await changeThread(servers, thread - changedLater);
}

/**
 * Changes every fourth step of the last 20 threads. {@link sendThread} has not changed these steps yet, because it
 * changes the steps of a thread only when it sends the 20th thread after it.
 */
export async function changeLastThreads(servers: Servers, threads: number): Promise<void> {
  for (let thread = Math.max(0, threads - changedLater); thread < threads; thread += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await changeThread(servers, thread);
  }
}

export async function findWrongScores(servers: Servers, threads: number): Promise<RuleFindings> {
  const scores = await readScores(servers);
  const byTarget = Map.groupBy(scores, ({ name, stepId, threadId }) => `${name} ${stepId ?? threadId ?? ""}`);
  const steps = Array.from({ length: threads * stepsPerThread }, (_, index) => index);
  const expected = new Map<string, number>([
    ...steps.map((index) => [`step step-${index}`, isChanged(index) ? 1 : 0] as const),
    ...steps.filter(isAsked).map((index) => [`model step-${index}`, isChanged(index) ? 1 : 0] as const),
    ...Array.from({ length: threads }, (_, index) => [`thread thread-${index}`, 1] as const),
  ]);
  return {
    missed: [...expected].flatMap(([target, value]) => (byTarget.get(target)?.[0]?.value === value ? [] : [target])),
    doubled: [...byTarget].flatMap(([target, own]) => (own.length > 1 || !expected.has(target) ? [target] : [])),
    scores: scores.length,
    superseded: scores.reduce((sum, { supersededJudgments }) => sum + supersededJudgments.length, 0),
    modelTargets: steps.filter(isAsked).length,
  };
}

function isChanged(index: number): boolean {
  return index % stepsPerChange === 0;
}

/** Whether a model judges a step: step 0, 1, 20, 40, 41, 60 and so on. */
function isAsked(index: number): boolean {
  return index % stepsPerModel === 0 || index % (2 * stepsPerModel) === 1;
}

async function changeThread(servers: Servers, thread: number): Promise<void> {
  await sendSteps(servers, { thread, indexes: indexesOf(thread).filter(isChanged), content: "second" });
}

function indexesOf(thread: number): number[] {
  return Array.from({ length: stepsPerThread }, (_, index) => thread * stepsPerThread + index);
}

async function sendSteps(
  servers: Servers,
  sent: { readonly thread: number; readonly indexes: readonly number[]; readonly content: string },
): Promise<void> {
  const { thread, indexes, content } = sent;
  await askServers(servers, "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", {
    steps: indexes.map((index) => ({
      id: `step-${index}`,
      threadId: `thread-${thread}`,
      type: "run",
      name: isAsked(index) ? "asked" : "answer",
      output: { content },
    })),
  });
}

async function readScores(servers: Servers): Promise<Score[]> {
  const found: Score[] = [];
  for (let after: string | null = null; ;) {
    const query = `query ($after: ID) { scores(first: 500, after: $after) {
      edges { node { name value stepId threadId supersededJudgments { value } } } pageInfo { hasNextPage endCursor } } }`;
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { scores } = (await askServers(servers, query, { after })) as {
      scores: { edges: { node: Score }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
    };
    found.push(...scores.edges.map(({ node }) => node));
    if (!scores.pageInfo.hasNextPage) return found;
    after = scores.pageInfo.endCursor;
  }
}
