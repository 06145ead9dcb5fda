import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/index.ts";
import { readDeployed, readYaml } from "./read-deploy.ts";

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

test("every alert uses an existing metric, and is documented", async () => {
  const token = "metrics-token-of-a-test";
  const server = createServer({ apiKey: "key", metricsToken: token, webDir: false });
  onTestFinished(() => server.close());
  await server.fetch("http://localhost/health");
  const response = await server.fetch("http://localhost/metrics", { headers: { authorization: `Bearer ${token}` } });
  const told = await response.text();
  const rules = readYaml<Rules>("deploy/prometheus/alerts.yml").groups.flatMap((group) => group.rules);
  const tests = readDeployed("deploy/prometheus/alerts.test.yml");
  const documentation = readDeployed("docs/operations.md");
  expect(rules.length).toBeGreaterThan(5);
  const names = rules.map(({ alert }) => alert);
  const metrics = rules.map(({ expr }) => /\b(threadline|nodejs|process)_\w+|\bup\b/.exec(expr)?.[0] ?? expr);
  const kinds = metrics.map((metric) => `# TYPE ${metric.replace(/_(bucket|count|sum)$/, "")} `);
  // The metric `up` is from Prometheus itself.
  expect(kinds.filter((kind) => !told.includes(kind))).toEqual(["# TYPE up "]);
  expect(names.filter((name) => !tests.includes(`alertname: ${name}\n`))).toEqual([]);
  expect(names.filter((name) => !documentation.includes(`\`${name}\``))).toEqual([]);
});
