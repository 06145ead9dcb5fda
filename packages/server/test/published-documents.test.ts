import { expect, test } from "vitest";
import { ingestStepDocument } from "./batch-documents.ts";
import { startTestServer } from "./test-server.ts";

test("datasets(projectId) works as a plain post without variables, by the project's id or name", async () => {
  const { server, send, graphql } = startTestServer();
  const { project } = await server.ready;
  await graphql('mutation { createDataset(name: "questions") { id } }');
  for (const projectId of [project.id, "default"]) {
    const query = `query { datasets(projectId: "${projectId}") { edges { node { id name } } } }`;
    const answer = await send("/api/graphql", { body: JSON.stringify({ query }) });
    expect(answer.errors).toEqual([]);
    expect(answer.data).toEqual({ datasets: { edges: [{ node: { id: expect.any(String), name: "questions" } }] } });
  }
});

test("createPromptLineage(name, projectId) works as a plain post without variables", async () => {
  const { send } = startTestServer();
  const query = 'mutation { createPromptLineage(name: "greeting", projectId: "default") { id } }';
  const first = await send("/api/graphql", { body: JSON.stringify({ query }) });
  expect(first.errors).toEqual([]);
  expect(first.data).toEqual({ createPromptLineage: { id: expect.any(String) } });
  expect((await send("/api/graphql", { body: JSON.stringify({ query }) })).data).toEqual(first.data);
});

test("projectId of another project is rejected without revealing anything", async () => {
  const { graphql } = startTestServer();
  const answer = await graphql('{ datasets(projectId: "someone-elses") { totalCount } }');
  expect(answer.status).toBe(200);
  expect(answer.data ?? null).toBeNull();
  expect(answer.errors).toHaveLength(1);
  expect(answer.errors[0]?.extensions.code).not.toBe("INTERNAL");
});

test("a batch of 512 steps with dates of LiteLLM is stored whole", async () => {
  const { graphql } = startTestServer();
  const steps = Array.from({ length: 512 }, (_, n) => ({
    id: `litellm-${n}`,
    type: "llm",
    name: "completion",
    startTime: "2024-12-01 10:00:00.123456",
    endTime: "2024-12-01 10:00:01.654321",
    input: { content: "question" },
    generation: { provider: "openai", model: "gpt-4o", messages: [{ role: "user", content: "question" }] },
    tags: ["litellm"],
  }));
  const { query, variables } = ingestStepDocument(steps);
  const answer = await graphql(query, variables);
  expect(answer.errors).toEqual([]);
  expect(Object.keys(answer.data ?? {})).toEqual(steps.map((_step, n) => `step${n}`));
  const read = await graphql(
    '{ step(id: "litellm-511") { startTime endTime generation { type } } steps { totalCount } }',
  );
  expect(read.data).toEqual({
    step: {
      startTime: "2024-12-01T10:00:00.123Z",
      endTime: "2024-12-01T10:00:01.654Z",
      generation: { type: "CHAT" },
    },
    steps: { totalCount: 512 },
  });
});

test("variables that the document does not declare are ignored", async () => {
  const { graphql } = startTestServer();
  const { query, variables } = ingestStepDocument([{ id: "a", type: "run" }]);
  const answer = await graphql(query, { ...variables, createdAt_0: "never", environment_0: 7, root_run_id: null });
  expect(answer).toMatchObject({ status: 200, data: { step0: { ok: true } }, errors: [] });
});

test("x-env sets the environment of a request's steps", async () => {
  const { send, graphql } = startTestServer();
  const { query, variables } = ingestStepDocument([{ id: "a" }]);
  await send("/api/graphql", { body: JSON.stringify({ query, variables }), headers: { "x-env": "staging" } });
  expect((await graphql('{ step(id: "a") { environment } }')).data).toEqual({ step: { environment: "staging" } });
});

test.each([
  "\n    mutation AddStep() {\n      \n    }\n    ",
  "\n    mutation CreateScores() {\n      \n    }\n    ",
  "\n    mutation AddGenerationsToDataset($datasetId: String!) {\n      \n    }\n    ",
])("an empty batch returns an empty result: %j", async (query) => {
  const { graphql } = startTestServer();
  expect(await graphql(query, {})).toMatchObject({ status: 200, data: {}, errors: [] });
});

test("a missing record is null without an error", async () => {
  const { graphql } = startTestServer();
  const answer = await graphql('{ step(id: "x") { id } threadDetail(id: "x") { id } participant(id: "x") { id } }');
  expect(answer).toMatchObject({ status: 200, errors: [] });
  expect(answer.data).toEqual({ step: null, threadDetail: null, participant: null });
});
