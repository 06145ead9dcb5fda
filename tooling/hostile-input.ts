/**
 * `pnpm hostile-input [--write]`: runs the sampled tests of hostile input with all their inputs instead of a sample, on
 * both stores. `--write` replaces the table in `docs/threat-model.md`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./published-packages.ts";

interface Suite {
  readonly what: string;
  readonly file: string;
  readonly of: string;
}

const server = "packages/server";
const suites: readonly Suite[] = [
  {
    what: "Families of operations",
    file: `${server}/test/trust/fuzz/operations.sampled.test.ts`,
    of: "10,000 inputs each",
  },
  { what: "Documents", file: `${server}/test/trust/fuzz/documents.sampled.test.ts`, of: "10,000 inputs each" },
  {
    what: "Bytes, forms, paths and cursors",
    file: `${server}/test/trust/fuzz/requests.sampled.test.ts`,
    of: "10,000 inputs each",
  },
  {
    what: "Bodies of OpenTelemetry",
    file: `${server}/test/trust/fuzz/otlp.long.test.ts`,
    of: "100,000 for each store, in six families",
  },
  { what: "Payloads", file: `${server}/test/trust/fuzz/payloads.sampled.test.ts`, of: "100,000 for each store" },
  { what: "Orders of arrival: embedded", file: `${server}/src/store/sqlite/orders.sampled.test.ts`, of: "all 40,320" },
  { what: "Orders of arrival: PostgreSQL", file: `${server}/test/postgres/orders.long.test.ts`, of: "all 40,320" },
  {
    what: "Names of another project",
    file: `${server}/test/trust/isolation-matrix.sampled.test.ts`,
    of: "each place in the schema, by 13 kinds of callers, with a foreign and a missing name",
  },
  {
    what: "Bypasses",
    file: `${server}/test/trust/isolation-reach.long.test.ts`,
    of: "such as 10,000 concurrent responses to both projects",
  },
  {
    what: "Permissions",
    file: `${server}/test/trust/operation-rights.sampled.test.ts`,
    of: "each operation, by every role and scope",
  },
  {
    what: "SQL",
    file: `${server}/test/trust/sql-injection.long.test.ts`,
    of: "14 payloads at every place, of 600 in turn",
  },
  {
    what: "Values of a host, in the SDK",
    file: "packages/core/test/hostile-values.sampled.test.ts",
    of: "10,000 inputs",
  },
  ...["openai", "anthropic", "google", "ai-sdk", "langchain", "agents", "llamaindex", "mastra", "mcp"].map((name) => ({
    what: `Prototype keys: ${name}`,
    file: `packages/${name}/test/hostile-keys.long.test.ts`,
    of: "every recorded call of each version",
  })),
];

interface Results {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly ancestorTitles: readonly string[] }[];
  }[];
}

const folder = mkdtempSync(join(tmpdir(), "threadline-hostile-input-"));
const report = join(folder, "results.json");
const [load = 0] = loadavg();
const parameters = ["run", "--project", "long*", "--maxWorkers=1", "--reporter=default", "--reporter=json"];
const child = spawn("vitest", [...parameters, `--outputFile.json=${report}`, ...suites.map(({ file }) => file)], {
  cwd: root,
  stdio: "inherit",
  env: {
    THREADLINE_TEST_INPUTS: "all",
    ...process.env,
    PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"]}`,
  },
});
const [code] = await once(child, "close");
const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Results; // `Results` describes vitest's report
rmSync(folder, { recursive: true });

const rows = suites.map(({ what, file, of }) => {
  const results = testResults.find(({ name }) => name.endsWith(file))?.assertionResults ?? [];
  const passed = results.filter(({ status }) => status === "passed");
  const onPostgres = passed.filter(({ ancestorTitles }) => /PostgreSQL/.test(ancestorTitles.join(" "))).length;
  const seen = `${passed.length} tests passed, ${onPostgres} of them on PostgreSQL; ${results.length - passed.length} failed`;
  const holds = passed.length > 0 && passed.length === results.length;
  return `| ${what}: ${of} | ${seen} | ${holds ? "yes" : "**no**"} |`;
});
const table = ["| what | seen | holds |", "| --- | --- | --- |", ...rows].join("\n");
console.log(`\n${table}`);
if (process.argv.includes("--write")) {
  const page = join(root, "docs/threat-model.md");
  const stamp = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores, load ${load.toFixed(0)} at its start`;
  const block = /(<!-- hostile-input -->)[^]*?(<!-- \/hostile-input -->)/;
  writeFileSync(page, readFileSync(page, "utf8").replace(block, `$1\n\nMeasured on ${stamp}.\n\n${table}\n\n$2`));
}
process.exitCode = Number(code);
