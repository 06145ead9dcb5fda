import { expect, test } from "vitest";
import { startTestServer } from "./test-server.ts";

test("a batch item with another project fails alone, and the own project is accepted", async () => {
  const { graphql, server } = startTestServer();
  const { project } = await server.ready;
  const { data, errors } = await graphql(
    `mutation ($own: String) {
      a: ingestStep(id: "by-id", projectId: $own, name: "kept") { ok }
      b: ingestStep(id: "foreign", projectId: "other") { ok }
      c: ingestStep(id: "by-name", projectId: "${project.name}") { ok }
      d: ingestStep(id: "unnamed") { ok }
    }`,
    { own: project.id },
  );
  expect(data).toEqual({ a: { ok: true }, b: null, c: { ok: true }, d: { ok: true } });
  expect(errors).toMatchObject([
    { path: ["b"], message: 'projectId: project "other" not found', extensions: { code: "NOT_FOUND" } },
  ]);
  const stored = await graphql(
    '{ step(id: "by-id") { name } foreign: step(id: "foreign") { id } steps { totalCount } }',
  );
  expect(stored.data).toEqual({ step: { name: "kept" }, foreign: null, steps: { totalCount: 3 } });
});

test("a batch with only items of another project stores nothing", async () => {
  const { graphql } = startTestServer();
  const { data, errors } = await graphql('mutation { ingestStep(id: "foreign", projectId: "other") { ok } }');
  expect(data).toEqual({ ingestStep: null });
  expect(errors).toMatchObject([{ path: ["ingestStep"], extensions: { code: "NOT_FOUND", field: "projectId" } }]);
});

test("a stream has the changes of the key's project", async () => {
  const { server } = startTestServer();
  const subscribe = async (projectId: string): Promise<Response> =>
    server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "x-api-key": "tl_test-key", "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ query: `subscription { recordChanges(projectId: "${projectId}") { overflow } }` }),
    });
  const refused = await subscribe("other");
  expect(await refused.text()).toContain('projectId: project \\"other\\" not found');
  const { project } = await server.ready;
  const accepted = await subscribe(project.name);
  expect(accepted.headers.get("content-type")).toContain("text/event-stream");
  await accepted.body?.cancel();
});
