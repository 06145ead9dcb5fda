import { expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";

const ingest = "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }";

test("the outline of a thread has the positions of its steps, without their content", async () => {
  const api = await openTestApi();
  await api.run(ingest, {
    steps: [
      { id: "call", threadId: "t", parentId: "run", type: "llm", startTime: "2026-01-01T00:00:01Z", input: "secret" },
      { id: "run", threadId: "t", type: "run", startTime: "2026-01-01T00:00:00Z", metadata: { secret: true } },
    ],
  });
  const { threadDetail } = await api.run('{ threadDetail(id: "t") { outline } }');
  expect(threadDetail.outline).toMatchObject({ id: ["run", "call"], parent: [-1, 0], from: [0, 1_000] });
  expect(JSON.stringify(threadDetail.outline)).not.toContain("secret");
});

test("the outline around a step has its tree, and no steps of another project", async () => {
  const api = await openTestApi();
  await api.run(ingest, { steps: [{ id: "child", parentId: "root" }, { id: "root" }] });
  const query = '{ stepOutline(id: "child") }';
  expect(await api.run(query)).toMatchObject({ stepOutline: { id: expect.arrayContaining(["root", "child"]) } });
  const other = await api.inProject("other");
  expect(await other.run(query)).toEqual({ stepOutline: null });
  await expect(api.run('{ stepOutline(id: "child", projectId: "other") }')).rejects.toThrow("projectId");
});
