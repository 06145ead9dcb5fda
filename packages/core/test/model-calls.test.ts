import { createServer } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { setUp, valueOf } from "../../server/test/accounts/browser.ts";
import { openAIChunk, sendOpenAI, startModelServer, startStream } from "../../server/test/models/model-server.ts";
import { Threadline, type ModelCallEvent } from "../src/index.ts";

/** Starts a service with a model connection, and creates a client of the service. */
async function start() {
  const provider = await startModelServer();
  const apiKey = "tl_test_key";
  const server = createServer({ apiKey, modelHosts: ["127.0.0.1"] });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const connection = { name: "local", kind: "openaiCompatible", baseUrl: `${provider.origin}/v1` };
  const { data } = await owner.graphql(
    "mutation ($connection: ModelConnectionInput!) { createModelConnection(connection: $connection) { id } }",
    { project: "default", variables: { connection } },
  );
  const { id } = valueOf(data ?? {}, "createModelConnection") as { id: string };
  const { api } = new Threadline({ apiKey, url: "http://threadline.test", fetch: server.fetch });
  const call = { connectionId: id, model: "m", messages: [{ role: "user", content: "hello" }] };
  return { api, call, provider };
}

test("a model is called, and the call is recorded", async () => {
  const { api, call } = await start();
  const { text, problem, stepIds, inputTokenCount } = await api.callModel({ ...call, settings: { temperature: 0 } });
  expect({ text, problem, inputTokenCount }).toEqual({ text: "ready", problem: null, inputTokenCount: 1_000 });
  expect(await api.getStep(stepIds[0] ?? "")).toMatchObject({ type: "llm", environment: "experiment" });
});

test("calls stream, and leaving the loop cancels them", async () => {
  const { api, call, provider } = await start();
  provider.reply((response, { body }) => {
    if (body["model"] === "m") return sendOpenAI(response, ["one ", "two"]);
    startStream(response);
    response.write(openAIChunk({ role: "assistant", content: "endless" }));
  });
  const events: ModelCallEvent[] = [];
  for await (const event of await api.modelCalls([call])) events.push(event);
  expect(events.map(({ text }) => text ?? "").join("")).toBe("one two");
  expect(events.at(-1)?.result).toMatchObject({ text: "one two", messages: [{ role: "assistant" }] });

  for await (const { text } of await api.modelCalls([{ ...call, model: "other" }])) {
    expect(text).toBe("endless");
    break;
  }
  await expect
    .poll(async () => (await api.getSteps()).data.map(({ error }) => error))
    .toContain("The call was canceled");
});
