import { Threadline } from "@threadline/core";
import { createServer } from "threadline";
import { expect, onTestFinished, vi } from "vitest";
import { customerRequests } from "./customer-requests.ts";
import { demoTag } from "./demo-mark.ts";
import { startModelServer } from "./model-server/start-model-server.ts";
import { recordDemo } from "./record-demo.ts";
import { recordedDemo } from "./recorded-demo.ts";

const apiKey = "tl_demo_0123456789abcdef";

interface DemoService {
  readonly client: Threadline;
  readonly service: Parameters<typeof recordDemo>[0]["service"];
  readonly standIn: Awaited<ReturnType<typeof startModelServer>>;
  /** Records the demo, or completes an unfinished recording. */
  readonly record: () => Promise<unknown>;
  /** Accepts the next `count` requests, and rejects all later ones. */
  readonly stopAfter: (count: number) => void;
}

/** Starts an in-memory service and a model server. Both stop at the end of the test. */
export async function startDemoService(): Promise<DemoService> {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  const server = createServer({ apiKey, noLogin: true });
  const { project } = await server.ready;
  const standIn = await startModelServer();
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await server.close();
    await standIn.close();
  });
  let rest = Number.POSITIVE_INFINITY;
  const send = async (request: Request): Promise<Response> => {
    if (rest <= 0) throw new Error("The process ended");
    rest -= 1;
    return server.fetch(request);
  };
  const url = "http://localhost";
  const service = { url, projectId: project.id, fetch: send };
  const client = new Threadline({
    apiKey,
    url,
    tags: [demoTag],
    maxRetries: 0,
    fetch: (input, init) => send(new Request(input, init)),
    onError: () => undefined,
  });
  const record = async (): Promise<unknown> => {
    const { unfinished } = await recordedDemo(client);
    return recordDemo({ client, service, standInUrl: standIn.baseURL, historyEnd: null, unfinished });
  };
  const stopAfter = (count: number): void => void (rest = count);
  return { client, service, standIn, record, stopAfter };
}

/**
 * Part of {@link summary} that is the same after every complete recording. `unfinished` is null, because no part of the
 * demo is left to record.
 */
export const evaluation: Readonly<Record<string, unknown>> = {
  connections: ["Demo model"],
  evaluators: [
    ["names a figure", "BUILT_IN"],
    ["request met", "LLM"],
  ],
  rules: [["Demo: answers of the agents", "ON"]],
  unfinished: null,
};

/** Returns the content of the demo, without ids. */
export async function summary(client: Threadline): Promise<Record<string, unknown>> {
  const { api } = client;
  return {
    threads: (await api.getThreads({ first: 100 })).data.map(({ name }) => String(name)).toSorted(),
    experiments: (await api.getExperiments()).data.map(({ name }) => name).toSorted(),
    items: (await api.getDataset({ name: "support-questions" }))?.items.length,
    connections: (await api.getModelConnections()).map(({ name }) => name),
    evaluators: (await api.getEvaluators()).map(({ name, latestVersion }) => [name, latestVersion.kind]),
    rules: (await api.getEvaluationRules()).map(({ name, mode }) => [name, mode]),
    unfinished: (await recordedDemo(client)).unfinished,
  };
}

/** Stops a recording after `count` requests, and checks that the next start completes it. */
export async function expectCompletedAfter(count: number): Promise<void> {
  const { client, record, stopAfter } = await startDemoService();
  stopAfter(count);
  await expect(record()).rejects.toThrow("The process ended");
  stopAfter(Number.POSITIVE_INFINITY);
  await record();
  expect(await summary(client)).toEqual({
    threads: customerRequests.map(({ subject }) => subject).toSorted(),
    experiments: [expect.stringMatching(/on support-stand-in$/u), expect.stringMatching(/on support-stand-in-mini$/u)],
    items: 4,
    ...evaluation,
  });
}
