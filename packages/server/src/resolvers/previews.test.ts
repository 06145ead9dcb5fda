import { expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";

const ingest = "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }";
const steps = [
  { id: "user", threadId: "t", type: "user_message", output: { content: "Where is my parcel?" } },
  {
    id: "run",
    threadId: "t",
    type: "run",
    input: { question: "Where?" },
    output: { answer: "It is on its way to Lisbon." },
  },
  {
    id: "call",
    threadId: "t",
    parentId: "run",
    generation: {
      messages: [{ role: "user", content: "What ships to LISBON?" }],
      messageCompletion: { role: "assistant", content: "Parcels" },
    },
  },
];

test("steps and threads have one-line previews of input and output", async () => {
  const api = await openTestApi();
  await api.run(ingest, { steps });
  const { threads, step } = await api.run(`{
    threads { edges { node { inputPreview outputPreview } } }
    step(id: "call") { inputPreview outputPreview }
  }`);
  expect(threads.edges[0]?.node).toEqual({
    inputPreview: "Where is my parcel?",
    outputPreview: "It is on its way to Lisbon.",
  });
  expect(step).toEqual({ inputPreview: "What ships to LISBON?", outputPreview: "Parcels" });
});

test("a search returns the newest step with the text, and the text around it", async () => {
  const api = await openTestApi();
  await api.run(ingest, { steps });
  const document = `query ($q: String!, $value: Json) {
    threads(filters: [{ field: "content", operator: ilike, value: $value }]) {
      edges { node { id contentMatch(text: $q) { id inputPreview(around: $q) outputPreview(around: $q) } } }
    }
  }`;
  const found = async (q: string) =>
    (await api.run(document, { q, value: q })).threads.edges.map(({ node }) => node.contentMatch);
  expect(await found("lisbon")).toEqual([
    { id: "run", inputPreview: null, outputPreview: "It is on its way to Lisbon." },
  ]);
  expect(await found("unknown")).toEqual([]);
  const { threadDetail } = await api.run('{ threadDetail(id: "t") { contentMatch(text: "unknown") { id } } }');
  expect(threadDetail.contentMatch).toBeNull();
  const other = await api.inProject("other");
  expect(await other.run('{ threadDetail(id: "t") { inputPreview } }')).toEqual({ threadDetail: null });
});
