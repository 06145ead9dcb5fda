import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "threadline";
import { createTaskHandler, Threadline } from "../src/index.ts";

const secret = "whsec_Q0FOQVJZLTAxMjM0NTY3ODlhYmNkZWYwMTIz";

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function serve(handle: (request: Request) => Promise<Response>, received: Received[]): Promise<string> {
  const listener = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
    const body = Buffer.concat(chunks).toString();
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    received.push({ headers, body });
    const answer = await handle(new Request(`http://localhost${incoming.url}`, { method: "POST", headers, body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  };
  const server = createHttpServer((incoming, response) => void listener(incoming, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/task`;
}

/** Starts a service with a task connection, and a dataset of numbers. */
async function start(handle: (client: Threadline) => (request: Request) => Promise<Response>) {
  const apiKey = "tl_test-key";
  const server = createServer({ apiKey, noLogin: true });
  onTestFinished(() => server.close());
  const client = new Threadline({ apiKey, url: "http://127.0.0.1", fetch: server.fetch });
  const received: Received[] = [];
  const url = await serve(handle(client), received);
  /** Adds a model connection. The request needs no key, because the service has no login. */
  const connect = async (connection: object) => {
    const response = await server.fetch("http://127.0.0.1/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-threadline-project": "default", origin: "http://127.0.0.1" },
      body: JSON.stringify({
        query: "mutation ($c: ModelConnectionInput!) { createModelConnection(connection: $c) { id keyEnding } }",
        variables: { c: { name: "task", kind: "task", baseUrl: url, apiKey: secret, ...connection } },
      }),
    });
    return (await response.json()) as {
      data: { createModelConnection: { id: string } } | null;
      errors?: { message: string; extensions: { code: string } }[];
    };
  };
  const { data } = await connect({});
  const connectionId = data?.createModelConnection.id ?? "";
  const dataset = await client.api.createDataset({ name: "numbers" });
  await client.api.createDatasetItems(dataset.id, [
    { input: { number: 1 }, metadata: { unit: "m" } },
    { input: { number: 2 } },
  ]);
  const begin = async () => {
    const [experiment] = await client.api.startExperiments({
      name: "remote",
      datasetId: dataset.id,
      taskConnectionId: connectionId,
    });
    const id = experiment?.id ?? "";
    return { id, run: () => client.api.getExperimentRun(id) };
  };
  return { client, connectionId, received, begin, connect };
}

test("a task gets signed requests, and what it records is part of the run of its item", async () => {
  const { client, connectionId, received, begin } = await start((own) =>
    createTaskHandler<{ number: number }>(own, {
      secret,
      async task({ number }, { metadata, repeat }) {
        await own.step({ type: "tool", name: "double", input: { number } }).send();
        if (number === 2) throw new Error(`No result for ${number}`);
        return { double: number * 2, unit: metadata["unit"], repeat };
      },
    }),
  );
  expect(await client.api.testModelConnection(connectionId)).toMatchObject({ ok: true, stepId: null });
  const { id, run } = await begin();
  await expect.poll(run).toMatchObject({ state: "DONE", doneCount: 1, failedCount: 1, model: null, cost: null });
  expect(await client.api.getExperimentRunFailures(id)).toMatchObject([
    { message: "Error: No result for 2", attempts: 1, evaluatorVersionId: null },
  ]);
  const experiment = await client.api.getExperiment(id);
  const done = experiment?.items.find(({ output }) => output !== null);
  expect(done?.output).toEqual({ double: 2, unit: "m", repeat: 0 });
  const root = await client.api.getStep(done?.experimentRunId ?? "");
  expect(root).toMatchObject({ type: "run", name: "task", input: { number: 1 }, output: { double: 2 } });
  const { data: steps } = await client.api.getSteps({ filters: [{ field: "name", operator: "eq", value: "double" }] });
  expect(steps.map(({ parentId }) => parentId)).toContain(root?.id);
  expect(steps.map(({ environment }) => environment)).toEqual(["experiment", "experiment"]);
  const judge = new Webhook(secret);
  for (const { headers, body } of received) expect(() => judge.verify(body, headers)).not.toThrow();
  const [, call] = received;
  expect(JSON.parse(call?.body ?? "")).toEqual({
    type: "experiment.task",
    experimentId: id,
    datasetItemId: expect.any(String),
    repeat: 0,
    input: { number: expect.any(Number) },
    metadata: expect.any(Object),
  });
  expect(call?.headers["webhook-id"]).toMatch(new RegExp(`^${id}-[0-9a-f]{32}-0$`));
});

test("a task that rejects the signature pauses its experiment, and other responses are failures", async () => {
  const { client, connectionId, begin, connect } = await start((own) =>
    createTaskHandler(own, { secret: "whsec_AAAQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", task: () => 1 }),
  );
  expect(await client.api.testModelConnection(connectionId)).toMatchObject({ ok: false, problem: "keyRejected" });
  const { id, run } = await begin();
  await expect.poll(run).toMatchObject({ state: "PAUSED", pauseReason: expect.stringContaining("rejected the key") });
  expect(await client.api.cancelExperimentRun(id)).toMatchObject({ state: "CANCELED" });
  const { errors = [] } = await connect({ name: "weak", apiKey: "short" });
  expect(errors[0]?.message).toBe("connection.apiKey: must be whsec_ followed by the base64 of 24 to 64 bytes");
  const local = await connect({ name: "local", baseUrl: "http://10.1.2.3/task" });
  expect(local.errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
  const call = { connectionId, model: "m", messages: [{ role: "user", content: "hi" }] };
  expect(await client.api.callModel(call)).toMatchObject({ problem: "modelNotAllowed" });
});

test("a response without output is a failure, and a secret in an output is not stored", async () => {
  let calls = 0;
  const { received, begin, client } = await start(() => async () => {
    calls += 1;
    return calls === 1 ? Response.json({ result: 1 }) : Response.json({ output: secret });
  });
  const { id, run } = await begin();
  await expect.poll(run).toMatchObject({ state: "DONE", doneCount: 1, failedCount: 1 });
  expect(received).toHaveLength(2);
  const [failure] = await client.api.getExperimentRunFailures(id);
  expect(failure?.message).toContain("`output` or `error`");
  const { items } = (await client.api.getExperiment(id)) ?? { items: [] };
  expect(items.map(({ output }) => output)).toContainEqual("[secret]");
});

test("experiments that the service ran are compared with each other and with an evaluation in code", async () => {
  let isBetter = false;
  const { client, begin } = await start((own) =>
    createTaskHandler<{ number: number }>(own, { secret, task: async ({ number }) => ({ double: number * 2 }) }),
  );
  const run = async (): Promise<string> => {
    const { id, run: read } = await begin();
    await expect.poll(read).toMatchObject({ state: "DONE", doneCount: 2 });
    const experiment = await client.api.getExperiment(id);
    for (const { id: datasetExperimentItemId } of experiment?.items ?? []) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await client.api.createScore({
        name: "correctness",
        type: "CODE",
        value: isBetter ? 1 : 0,
        datasetExperimentItemId,
      });
    }
    return id;
  };
  const baseline = await run();
  isBetter = true;
  const experiment = await run();
  const changed = { name: "correctness", before: 0, after: 1, difference: 1 };
  expect(await client.compareExperiments({ experiment, baseline })).toMatchObject({
    baseline: { id: baseline, name: "remote" },
    scores: [changed],
  });
  // Both experiments are named `remote`. The baseline is the newest experiment of this name, except `experiment`
  // itself.
  expect(await client.compareExperiments({ experiment, baseline: "remote" })).toMatchObject({ scores: [changed] });
  const inCode = await client.evaluate({
    name: "in code",
    dataset: "numbers",
    task: () => ({ double: 0 }),
    scorers: [
      function correctness() {
        return 0;
      },
    ],
  });
  expect(await inCode.compare(experiment)).toMatchObject({ scores: [{ before: 1, after: 0 }] });
  const back = await client.compareExperiments({ experiment, baseline: inCode.experimentId, confidence: 0.9 });
  expect(back.scores).toMatchObject([changed]);
  expect(String(back)).toContain("in code");
  await expect(client.compareExperiments({ experiment, baseline: "never run" })).rejects.toThrow("not found");
});
