import aws4 from "aws4";
import { expect, onTestFinished, test, vi } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { setUp, valueOf } from "../accounts/browser.ts";
import { noteSecret } from "../canaries/secret-watch.ts";
import { sendConverseError, startConverseServer } from "./converse-server.ts";
import type { ModelRequest } from "./model-server.ts";

const accessKeyId = "key-id-CANARY-0123456789";
const secretAccessKey = "aws/secret+CANARY0123456789abcdefghijklm";
const bearer = "ABSKbearer-CANARY-0123456789";
noteSecret(secretAccessKey);
noteSecret(bearer);
const model = "eu.anthropic.claude-haiku-4-5-20251001-v1:0";

type Fields = Readonly<Record<string, unknown>>;

/** Starts a service with an owner, and a connection to a provider on loopback. */
async function start(apiKey: string) {
  // The service must use none of these variables.
  vi.stubEnv("AWS_REGION", "xx-north-9");
  vi.stubEnv("AWS_BEARER_TOKEN_BEDROCK", "bearer of the environment");
  vi.stubEnv("AWS_SESSION_TOKEN", "session of the environment");
  const provider = await startConverseServer();
  const server = createServer({ modelHosts: ["127.0.0.1"] });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });
  const owner = await setUp(server);
  const ask = async (query: string, variables: object): Promise<Fields> => {
    const { data, errors } = await owner.graphql(query, { project: "default", variables: { ...variables } });
    if (errors[0]) throw new Error(errors[0].message);
    return data ?? {};
  };
  const create = async (connection: object): Promise<Fields> =>
    valueOf(
      await ask(
        `mutation ($connection: ModelConnectionInput!) {
          createModelConnection(connection: $connection) { id kind keyEnding } }`,
        { connection: { name: "Bedrock", kind: "bedrock", baseUrl: provider.origin, apiKey, ...connection } },
      ),
      "createModelConnection",
    ) as Fields;
  const { id: connectionId } = await create({});
  return {
    provider,
    ask,
    create,
    connectionId,
    call: async (call: object = {}): Promise<Fields> =>
      valueOf(
        await ask(
          `mutation ($call: ModelCallInput!) { callModel(call: $call) {
            text problem message inputTokenCount outputTokenCount cost stepIds toolCalls { id name arguments } } }`,
          { call: { connectionId, model, messages: [{ role: "user", content: "hello" }], ...call } },
        ),
        "callModel",
      ) as Fields,
  };
}

/** Returns the signature that another implementation computes for a received request. */
function signAgain({ path, headers, body }: ModelRequest, region: string): unknown {
  const { host, "x-amz-date": date } = headers;
  const request = {
    service: "bedrock",
    region,
    method: "POST",
    path,
    headers: { host, "x-amz-date": String(date) },
    body: JSON.stringify(body),
    extraHeadersToIgnore: { "content-length": true, "content-type": true },
  };
  return aws4.sign(request, { accessKeyId, secretAccessKey }).headers?.["Authorization"];
}

test("a call is signed with an access key, and recorded with tokens and cost", async () => {
  const { provider, call, ask } = await start(`${accessKeyId}:${secretAccessKey}`);
  const result = await call({
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "hello" },
    ],
    settings: { temperature: 0.5, maxOutputTokens: 50, stopSequences: ["END"] },
  });
  expect(result).toMatchObject({ text: "ready", problem: null, inputTokenCount: 1_000, outputTokenCount: 500 });
  expect(result["cost"]).toBeGreaterThan(0);
  const [request] = provider.requests;
  expect(request).toMatchObject({
    path: `/model/${encodeURIComponent(model)}/converse-stream`,
    body: {
      system: [{ text: "Be brief." }],
      messages: [{ role: "user", content: [{ text: "hello" }] }],
      inferenceConfig: { temperature: 0.5, maxTokens: 50, stopSequences: ["END"] },
    },
  });
  const { authorization } = request?.headers ?? {};
  expect(authorization).toContain(`Credential=${accessKeyId}/`);
  expect(authorization).toContain("/us-east-1/bedrock/aws4_request");
  expect(signAgain(request!, "us-east-1")).toBe(authorization);
  expect(request?.headers).not.toHaveProperty("x-amz-security-token");
  const { step } = await ask("query ($id: String!) { step(id: $id) { environment generation { provider model } } }", {
    id: (result["stepIds"] as string[])[0],
  });
  expect(step).toEqual({ environment: "experiment", generation: { provider: "bedrock", model } });
});

test("an API key is sent as it is, and tools are called", async () => {
  const { provider, call } = await start(bearer);
  const parameters = { type: "object", properties: { city: { type: "string" } } };
  const result = await call({ tools: [{ name: "weather", parameters }] });
  expect(result["toolCalls"]).toEqual([{ id: "call-1", name: "weather", arguments: { city: "Oslo" } }]);
  expect(provider.requests[0]).toMatchObject({
    headers: { authorization: `Bearer ${bearer}` },
    body: { toolConfig: { tools: [{ toolSpec: { name: "weather", inputSchema: { json: parameters } } }] } },
  });
});

test("errors of Bedrock are clear, and contain no part of a key", async () => {
  const { provider, call } = await start(`${accessKeyId}:${secretAccessKey}:session-CANARY-0123456789`);
  provider.reply((response) =>
    sendConverseError(response, 403, "UnrecognizedClientException", `The key ${secretAccessKey} is invalid.`),
  );
  const rejected = await call();
  expect(rejected).toMatchObject({ problem: "keyRejected", text: "" });
  expect(rejected["message"]).toContain("The key [secret] is invalid.");
  expect(provider.requests[0]?.headers).toMatchObject({ "x-amz-security-token": "session-CANARY-0123456789" });
  provider.reply((response) => sendConverseError(response, 404, "ResourceNotFoundException", "No such model."));
  expect(await call()).toMatchObject({ problem: "modelNotFound" });
  const sent = provider.requests.length;
  expect(await call({ model: "../x" })).toMatchObject({ problem: "modelNotFound", stepIds: [] });
  expect(provider.requests).toHaveLength(sent);
});

test("embeddings are compared, and an incomplete key is rejected", async () => {
  const { provider, ask, create, connectionId } = await start(`${accessKeyId}:${secretAccessKey}`);
  await ask("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", {
    steps: [{ id: "s", type: "run", name: "answer", input: { text: "Rome" }, output: { text: "Paris" } }],
  });
  const evaluate = (id: unknown) =>
    ask(
      `mutation ($version: EvaluatorVersionInput, $targetIds: [String!]!) {
        testEvaluator(version: $version, targetIds: $targetIds) { value modelProblem message inputTokenCount } }`,
      {
        targetIds: ["s"],
        version: {
          kind: "BUILT_IN",
          target: "STEP",
          scoreName: "similarity",
          builtIn: {
            scorer: "embeddingSimilarity",
            options: {
              connectionId: id,
              model: "amazon.titan-embed-text-v2:0",
              output: "output.text",
              expected: "input.text",
            },
          },
        },
      },
    ).then(({ testEvaluator }) => (testEvaluator as Fields[])[0]);
  const scored = await evaluate(connectionId);
  expect(scored?.["value"]).toBeCloseTo(21 / Math.sqrt(26 * 17), 10);
  expect(scored?.["inputTokenCount"]).toBe(14);
  expect(provider.requests.map(({ body }) => body["inputText"]).toSorted()).toEqual(["Paris", "Rome"]);

  await expect(create({ name: "b", apiKey: `${accessKeyId}:` })).rejects.toThrow("connection.apiKey: must be");
  await expect(create({ name: "b", baseUrl: null })).rejects.toThrow("connection.baseUrl: is required");
});
