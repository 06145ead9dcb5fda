import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../src/create-server.ts";
import { setUp, valueOf } from "./accounts/browser.ts";
import { modelSpan, traceBody } from "./otlp/json-spans.ts";

const ingest = "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok message } }";
const generation = { model: "gpt-4o", inputTokenCount: 1_000, outputTokenCount: 1_000 };

test("steps record the key of their request, from GraphQL and OTLP, and none for the session of a member", async () => {
  const server = createServer({ apiKey: "tl_default-key" });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const createKey = async (name: string): Promise<string> => {
    const made = await owner.graphql(`mutation { createApiKey(name: "${name}", scopes: [ingest]) { secret } }`);
    return (valueOf(made.data, "createApiKey") as { secret: string }).secret;
  };
  const post = async (key: string, path: string, body: string): Promise<void> => {
    const headers = { "content-type": "application/json", "x-api-key": key };
    const response = await server.fetch(`http://localhost${path}`, { method: "POST", headers, body });
    expect(response.status).toBe(200);
  };
  const mobile = await createKey("mobile app");
  const batch = await createKey("batch");
  const record = (key: string, ...steps: readonly object[]): Promise<void> =>
    post(key, "/api/graphql", JSON.stringify({ query: ingest, variables: { steps } }));
  await record(mobile, { id: "a", type: "llm", generation });
  await record(batch, { id: "a", name: "later" }, { id: "b", type: "llm", generation });
  await post(mobile, "/v1/traces", traceBody(modelSpan({}, { startTimeUnixNano: `${Date.now()}000000` })));
  await owner.graphql(ingest, { variables: { steps: [{ id: "c", type: "llm", generation }] } });

  const select = `query ($from: DateTime!) {
    mobile: steps(query: "key:\\"mobile app\\"") { edges { node { name apiKey } } }
    batch: generations(filters: [{ field: "apiKey", operator: in, value: ["batch"] }]) { edges { node { id } } }
    none: steps(query: "no:key") { edges { node { id apiKey } } }
    facets(resource: steps, fields: [{ field: apiKey }]) { facets { values { value count } missingCount } }
    cost: timeSeries(metrics: [cost], from: $from, resource: generations, query: "key:batch") {
      isEstimate lines { total }
    }
    byKey: timeSeries(metrics: [generationCount], from: $from, groupBy: apiKey) { lines { group total } }
  }`;
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const { data, errors } = await owner.graphql(select, { variables: { from } });
  expect(errors).toEqual([]);
  expect(data).toMatchObject({
    mobile: {
      edges: [
        { node: { name: "chat gpt-4o-mini", apiKey: "mobile app" } },
        { node: { name: "later", apiKey: "mobile app" } },
      ],
    },
    batch: { edges: [{ node: { id: "b" } }] },
    none: { edges: [{ node: { id: "c", apiKey: null } }] },
    facets: {
      facets: [
        {
          values: [
            { value: "mobile app", count: 2 },
            { value: "batch", count: 1 },
          ],
          missingCount: 1,
        },
      ],
    },
    cost: { isEstimate: false, lines: [{ total: 0.0125 }] },
    byKey: {
      lines: [
        { group: "mobile app", total: 2 },
        { group: "batch", total: 1 },
      ],
    },
  });
});
