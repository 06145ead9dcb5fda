import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { startService } from "./service.ts";

const service = await startService();
afterAll(() => service.close());

async function post(body: object): Promise<{ data: Record<string, unknown> }> {
  const response = await fetch(`${service.url}/api/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": service.apiKey },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
}

describe("the documents in the specification", () => {
  test("the field `datasets` accepts the name of the project, in a document without variables", async () => {
    const answer = await post({ query: `query { datasets(projectId: "default") { edges { node { id name } } } }` });
    expect(answer).toEqual({ data: { datasets: { edges: [] } } });
  });

  test("createPromptLineage accepts the name of the project, in a document without variables", async () => {
    const answer = await post({
      query: `mutation { createPromptLineage(name: "greeting", projectId: "default") { id } }`,
    });
    expect(answer).toEqual({ data: { createPromptLineage: { id: expect.any(String) } } });
  });
});

test.each([
  ["the TypeScript client", "2024-12-01T10:00:00.123Z", "2024-12-01T10:00:00.123Z"],
  ["the Python client", "2024-12-01T10:00:00.123456Z", "2024-12-01T10:00:00.123Z"],
  ["the Python client at a full second", "2024-12-01T10:00:00Z", "2024-12-01T10:00:00.000Z"],
  ["the Python exporter", "2024-12-01T10:00:00.123456+00:00", "2024-12-01T10:00:00.123Z"],
  ["LiteLLM", "2024-12-01 10:00:00.123456", "2024-12-01T10:00:00.123Z"],
])("a time in the format of %s is read as UTC", async (_client, startTime, read) => {
  // Clients send the span ids of OpenTelemetry as decimal numbers.
  const id = String(BigInt(`0x${randomUUID().slice(0, 8)}${randomUUID().slice(0, 8)}`));
  await post({
    query: `mutation ($id: String!, $startTime: DateTime) { step0: ingestStep(id: $id, startTime: $startTime) { ok } }`,
    variables: { id, startTime, undeclared: true },
  });
  const answer = await post({ query: `query ($id: String!) { step(id: $id) { startTime } }`, variables: { id } });
  expect(answer.data).toEqual({ step: { startTime: read } });
});

describe("batches in the format of LiteLLM", () => {
  const fields = {
    id: "String!",
    threadId: "String",
    rootRunId: "String",
    type: "StepType",
    startTime: "DateTime",
    endTime: "DateTime",
    error: "String",
    input: "Json",
    output: "Json",
    metadata: "Json",
    parentId: "String",
    name: "String",
    tags: "[String!]",
    generation: "GenerationPayloadInput",
    scores: "[ScorePayloadInput!]",
    attachments: "[AttachmentPayloadInput!]",
  };

  function batchOf(steps: readonly Record<string, unknown>[]): object {
    const names = Object.entries(fields);
    const declared = steps.map((_, n) => names.map(([name, type]) => `$${name}_${n}: ${type}\n`).join(""));
    const selected = steps.map(
      (_, n) =>
        `step${n}: ingestStep(${names.map(([name]) => `${name}: $${name}_${n}\n`).join("")}) {\n ok\n message\n }`,
    );
    const variables = Object.fromEntries(
      steps.flatMap((step, n) => Object.entries(step).map(([name, value]) => [`${name}_${n}`, value])),
    );
    return { query: `mutation AddStep(${declared.join("")}) {\n${selected.join("\n")}\n}`, variables };
  }

  // A step in the format of LiteLLM. Its generation contains null values, and has no type.
  const stepOf = (id: string, n: number): Record<string, unknown> => ({
    id,
    name: "gpt-4o",
    type: "llm",
    tags: ["proxy"],
    startTime: "2024-12-01 10:00:00.123456",
    endTime: "2024-12-01 10:00:01.500000",
    metadata: { user_api_key_alias: null, requester_ip_address: "" },
    generation: {
      inputTokenCount: 10,
      outputTokenCount: 20,
      tokenCount: 30,
      promptId: null,
      variables: null,
      provider: "openai",
      model: "gpt-4o",
      duration: 1.376544,
      settings: { temperature: 0, stream: false },
      messages: [{ role: "user", content: `Question ${n}` }],
      messageCompletion: { role: "assistant", content: `Answer ${n}`, tool_calls: null, function_call: null },
      tools: null,
    },
  });

  test("512 steps in one document are stored, although their times have a space and no time zone", async () => {
    const ids = Array.from({ length: 512 }, () => randomUUID());
    const tags = [randomUUID()];
    const { data } = await post(batchOf(ids.map((id, n) => ({ ...stepOf(id, n), tags }))));
    expect(Object.values(data)).toHaveLength(512);
    expect(Object.values(data).every((result) => (result as { ok: boolean }).ok)).toBe(true);
    const answer = await post({
      query: `query ($id: String!, $tags: Json) {
        step(id: $id) { startTime endTime tags generation { type messages duration tokenCount tokenCountEstimated } }
        steps(filters: [{ field: "tags", operator: in, value: $tags }]) { totalCount }
      }`,
      variables: { id: ids[511], tags },
    });
    expect(answer.data).toEqual({
      step: {
        startTime: "2024-12-01T10:00:00.123Z",
        endTime: "2024-12-01T10:00:01.500Z",
        tags,
        generation: {
          type: "CHAT",
          messages: [{ role: "user", content: "Question 511" }],
          duration: 1.376544,
          tokenCount: 30,
          tokenCountEstimated: false,
        },
      },
      steps: { totalCount: 512 },
    });
  });

  test("a bad step of a batch fails alone, on its own path", async () => {
    const [good, bad] = [randomUUID(), randomUUID()];
    const answer = await post(batchOf([stepOf(good, 0), { ...stepOf(bad, 1), startTime: "yesterday" }]));
    expect(answer).toMatchObject({
      data: { step0: { ok: true }, step1: null },
      errors: [{ path: ["step1"], extensions: { code: "BAD_USER_INPUT" } }],
    });
  });

  test("a batch that arrives twice is stored once", async () => {
    const id = randomUUID();
    for (const _delivery of [1, 2]) await post(batchOf([stepOf(id, 0)]));
    const answer = await post({
      query: `query ($filters: [stepsInputType!]) { steps(filters: $filters) { totalCount } }`,
      variables: { filters: [{ field: "id", operator: "eq", value: id }] },
    });
    expect(answer.data).toEqual({ steps: { totalCount: 1 } });
  });

  test("a late copy does not restore a deleted step", async () => {
    const id = randomUUID();
    await post(batchOf([stepOf(id, 0)]));
    await post({ query: `mutation { deleteStep(id: "${id}") { id } }` });
    await post(batchOf([stepOf(id, 0)]));
    await expect(post({ query: `query { step(id: "${id}") { id } }` })).resolves.toEqual({ data: { step: null } });
  });
});
