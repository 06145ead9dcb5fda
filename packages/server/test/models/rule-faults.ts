import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createServer, type ThreadlineServer } from "../../src/create-server.ts";
import type { ServerOptions } from "../../src/server-options.ts";

const apiKey = "tl_rule_process";

/** Response data of documents in this file. */
type Fields = Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- only read as selected

interface Service {
  readonly server: ThreadlineServer;
  readonly ask: (query: string, variables?: object) => Promise<Fields>;
}

interface Started {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly sent: Promise<void>;
}

/** Opens the service of `rule-process.ts` in this process. */
export async function openService(options: ServerOptions): Promise<Service> {
  const server = createServer({ ...options, apiKey });
  await server.ready;
  const ask = async (query: string, variables: object = {}): Promise<Fields> => {
    const response = await server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: Fields; errors?: { message: string }[] };
    if (errors?.[0]) throw new Error(errors[0].message);
    return data;
  };
  return { server, ask };
}

/** Creates a rule that scores 1 for steps with the text `second`, otherwise 0. Returns its id. */
export async function addRule({ ask }: Service): Promise<string> {
  const { createEvaluator } = await ask(
    `mutation ($version: EvaluatorVersionInput!) {
      createEvaluator(evaluator: { name: "second" }, version: $version) { latestVersion { id } } }`,
    {
      version: {
        kind: "BUILT_IN",
        target: "STEP",
        scoreName: "second",
        builtIn: { scorer: "contains", options: { texts: ["second"] } },
      },
    },
  );
  const { createEvaluationRule } = await ask(
    `mutation ($id: String!) {
      createEvaluationRule(rule: { name: "second", evaluatorVersionId: $id, quietSeconds: 0, mode: ON }) { id } }`,
    { id: createEvaluator.latestVersion.id },
  );
  return createEvaluationRule.id;
}

/** Starts `rule-process.ts`. Adds each acknowledged step to `acknowledged`, by its index. */
export function startProcess(
  place: string,
  { first, count }: { readonly first: number; readonly count: number },
  acknowledged: Map<number, "first" | "second">,
): Started {
  const script = join(import.meta.dirname, "rule-process.ts");
  const child = spawn(
    process.execPath,
    ["--conditions=@threadline/source", "--no-warnings", script, place, String(first), String(count)],
    { env: { ...process.env }, stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  child.stdout.on("data", (chunk) => {
    const lines = (output + String(chunk)).split("\n");
    output = lines.pop() ?? "";
    for (const line of lines) {
      const [content, index] = line.split(" ");
      if (content === "first" || content === "second") acknowledged.set(Number(index), content);
      if (line === "ready" || line === "sent") child.emit(`${line}-line`);
    }
  });
  const when = (line: "ready" | "sent") => new Promise<void>((resolve) => child.once(`${line}-line`, () => resolve()));
  return { child, ready: when("ready"), sent: when("sent") };
}

export async function killProcess(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await ended;
}

/** Waits until a rule has no more work. Returns its counts. */
export async function settleRule({ ask }: Service, id: string): Promise<{ judged: number; superseded: number }> {
  for (let idle = 0; ;) {
    // oxlint-disable no-await-in-loop -- again until it is idle
    const { evaluationRule } = await ask(
      `query ($id: String!) { evaluationRule(id: $id) { queuedCount failedCount lagSeconds days { judged superseded } } }`,
      { id },
    );
    const { queuedCount, failedCount, lagSeconds, days } = evaluationRule;
    if (failedCount > 0) throw new Error(`${failedCount} judgments failed`);
    // The lag includes steps that are not compared with the rule yet.
    idle = queuedCount === 0 && lagSeconds === 0 ? idle + 1 : 0;
    if (idle > 5) {
      const sum = (key: string): number => days.reduce((total: number, day: Fields) => total + Number(day[key]), 0);
      return { judged: sum("judged"), superseded: sum("superseded") };
    }
    await delay(500);
    // oxlint-enable no-await-in-loop
  }
}

/** Reads all scores. Returns their number, and the value of each score by the index of its step. */
export async function readScores({ ask }: Service): Promise<{ values: Map<number, number>; count: number }> {
  const values = new Map<number, number>();
  let count = 0;
  for (let after: string | null = null; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { scores }: Fields = await ask(
      `query ($after: ID) { scores(first: 100, after: $after) { edges { node { stepId value } }
        pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    for (const { node } of scores.edges) {
      values.set(Number(node.stepId.slice(1)), node.value);
      count += 1;
    }
    if (!scores.pageInfo.hasNextPage) return { values, count };
    after = scores.pageInfo.endCursor;
  }
}
