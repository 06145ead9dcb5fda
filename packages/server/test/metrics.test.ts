import { afterEach, expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { createServer } from "../src/index.ts";
import type { ThreadlineServer } from "../src/index.ts";

let server: ThreadlineServer | undefined;
afterEach(() => server?.close());

const token = "metrics-token-of-a-test";
const read = (authorization?: string): Promise<Response> | undefined =>
  server?.fetch("http://localhost/metrics", { headers: authorization === undefined ? {} : { authorization } });

test("metrics of requests, written steps and backlogs are served with the token", async () => {
  server = createServer({ apiKey: "key", metricsToken: token, webDir: false });
  const ingest = await server.fetch("http://localhost/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "key" },
    body: JSON.stringify({
      query: "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }",
      variables: {
        steps: [
          { id: "a", type: "run" },
          { id: "b", type: "tool" },
        ],
      },
    }),
  });
  expect(await ingest.json()).toEqual({ data: { ingestSteps: [{ ok: true }, { ok: true }] } });
  await server.fetch("http://localhost/no/such/page/42");

  const response = await read(`Bearer ${token}`);
  expect(response?.status).toBe(200);
  expect(response?.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = (await response?.text()) ?? "";
  expect(text).toContain('threadline_steps_total{outcome="stored"} 2');
  expect(text).toContain("threadline_ingest_commit_duration_seconds_count 1");
  expect(text).toMatch(
    /threadline_http_request_duration_seconds_count\{method="POST",route="\/api\/graphql",status="200"\} 1/,
  );
  expect(text).toMatch(/threadline_http_request_duration_seconds_count\{method="GET",route="other",status="404"\} 1/);
  expect(text).toMatch(/threadline_backlog_records\{work="search"\} \d/);
  expect(text).toContain(`threadline_build_info{version="${packageJson.version}"} 1`);
  expect(text).toMatch(/process_resident_memory_bytes \d/);
  expect(text).not.toContain("page/42");
});

test("metrics are rejected without the token, and disabled without a configured token", async () => {
  server = createServer({ apiKey: "key", metricsToken: token, webDir: false });
  for (const authorization of [undefined, "Bearer", "Bearer key", token, `Bearer ${token}x`]) {
    // oxlint-disable-next-line no-await-in-loop -- one rejection after the other
    const response = await read(authorization);
    expect(response?.status).toBe(401);
    // oxlint-disable-next-line no-await-in-loop -- sequential
    expect(await response?.text()).not.toContain("threadline_");
  }
  await server.close();
  server = createServer({ apiKey: "key", webDir: false });
  expect((await read(`Bearer ${token}`))?.status).toBe(404);
});
