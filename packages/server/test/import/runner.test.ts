import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Threadline } from "@threadline/core";
import { expect, onTestFinished, test } from "vitest";
import { importedKinds, type ImportRecord } from "../../src/cli/import/import-record.ts";
import type { ImportSource } from "../../src/cli/import/import-source.ts";
import { runImport } from "../../src/cli/import/run-import.ts";
import { createServer } from "../../src/create-server.ts";
import { listen } from "../../src/http/listen.ts";
import { noteSecret } from "../canaries/secret-watch.ts";
import { runCommand, startCommand } from "../migrate/run-command.ts";
import { type Answer, type Asked, paged, readReport, startStandIn, startTarget } from "./stand-in.ts";

const env = { LANGFUSE_PUBLIC_KEY: "pk-lf-2", LANGFUSE_SECRET_KEY: "sk-lf-2" };

const trace = (number: number): object => ({
  id: `trace-${number}`,
  timestamp: new Date(Date.UTC(2025, 0, 1, 0, 0, number)).toISOString(),
  name: `trace ${number}`,
  sessionId: `session-${number % 7}`,
  tags: [],
  observations: [],
});

/** Returns a stand-in for Langfuse that has only `count` traces. */
function tracesOf(count: number): (asked: Asked) => Answer {
  const traces = Array.from({ length: count }, (_, index) => trace(index));
  return ({ path, query }) => {
    const [, number] = /^\/api\/public\/traces\/trace-(\d+)$/u.exec(path) ?? [];
    if (number !== undefined) return { json: traces[Number(number)] };
    return path === "/api/public/traces" ? paged(traces, query, 10) : { json: { data: [], meta: { totalPages: 0 } } };
  };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("a dry run counts every record and writes none", async () => {
  const source = await startStandIn(tracesOf(12));
  const { run, client } = await startTarget();
  const { code, notices } = await run(["--from", "langfuse", source.url, "--dry-run"], env);
  expect(code).toBe(0);
  expect(notices).toMatch(/^threads +7$/mu);
  expect(notices).toMatch(/^steps +12$/mu);
  expect(notices).toContain("Not imported: comments");
  expect((await client.api.getSteps({ first: 1 })).totalCount).toBe(0);
});

test("an import requires confirmation, by an answer or by --yes", async () => {
  const source = await startStandIn(tracesOf(1));
  const { client, url } = await startTarget();
  const variables = { ...env, THREADLINE_API_KEY: "tl_import-target", THREADLINE_URL: url };
  const { code, notices } = await runCommand(["import", "--from", "langfuse", source.url], variables);
  expect([code, notices]).toEqual([1, expect.stringContaining("Confirm the import with --yes")]);
  expect((await client.api.getSteps({ first: 1 })).totalCount).toBe(0);
});

test.each([
  [["--from", "nowhere", "file"], "--from must be one of langfuse"],
  [["--from", "langfuse"], "Specify the files or the URL"],
  [["--from", "langfuse", "http://pk:sk@127.0.0.1:1"], "must not contain a key"],
  [["--from", "langfuse", "http://127.0.0.1:1"], "Set LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY"],
  [["--from", "langfuse", "missing.jsonl"], "missing.jsonl does not exist."],
  [["--from", "langfuse", "a.json", "--rate", "0"], "--rate must be"],
  [["records.jsonl"], "To import a file exported from Threadline, set --input"],
])("import %j is rejected with advice", async (args, message) => {
  const { code, notices } = await runCommand(["import", ...args], { THREADLINE_API_KEY: "tl_x" });
  expect([code, notices]).toEqual([1, expect.stringContaining(message)]);
});

test("the error for a rejected key names the variable to set, but not the key", async () => {
  noteSecret("sk-lf-2");
  const source = await startStandIn(() => ({ status: 401 }));
  const { run } = await startTarget();
  const { code, notices } = await run(["--from", "langfuse", source.url], env);
  expect([code, notices]).toEqual([1, expect.stringContaining("rejected the key (HTTP 401). Set LANGFUSE_PUBLIC_KEY")]);
});

test("a busy source is retried after its Retry-After", async () => {
  const answer = tracesOf(3);
  let refused = 0;
  const source = await startStandIn((asked) => {
    if (asked.path !== "/api/public/traces/trace-1" || refused === 2) return answer(asked);
    refused += 1;
    return { status: refused === 1 ? 429 : 503, headers: { "retry-after": "0" } };
  });
  const { run } = await startTarget();
  const { notices } = await run(["--from", "langfuse", source.url], env);
  expect(readReport(notices)["steps"]).toEqual([3, 0]);
  expect(refused).toBe(2);
});

test("a killed import resumes where it stopped, without duplicates", async () => {
  const state = join(await makeFolder(), "state.json");
  const answer = tracesOf(30);
  let isKilled = false;
  let kill = (): void => {};
  const source = await startStandIn((asked) => {
    if (asked.path === "/api/public/traces/trace-17" && !isKilled) {
      isKilled = true;
      kill();
      return { status: 503 };
    }
    return answer(asked);
  });
  const { client, url } = await startTarget();
  const args = ["import", "--from", "langfuse", source.url, "--yes", "--rate", "1000", "--state", state];
  const variables = { ...env, THREADLINE_API_KEY: "tl_import-target", THREADLINE_URL: url };
  const running = startCommand(args, variables);
  ({ kill } = running);
  expect((await running.finished).signal).toBe("SIGKILL");
  expect((await client.api.getSteps({ first: 1 })).totalCount).toBe(17);
  expect(JSON.parse(await readFile(state, "utf8"))).toMatchObject({ position: { section: "traces", after: "1" } });

  const before = source.asked.length;
  const { code, notices } = await runCommand(args, variables);
  expect([code, notices]).toEqual([0, expect.stringContaining('Continues in "traces", where an earlier run stopped.')]);
  expect(readReport(notices)["steps"]).toEqual([13, 7]);
  expect(source.asked.slice(before).some(({ path }) => path === "/api/public/traces/trace-3")).toBe(false);
  expect((await client.api.getSteps({ first: 1 })).totalCount).toBe(30);
  expect((await client.api.getThreads({ first: 1 })).totalCount).toBe(7);
  await expect(readFile(state)).rejects.toThrow("ENOENT");
}, 60_000);

test("the state of another import is rejected", async () => {
  const state = join(await makeFolder(), "state.json");
  await writeFile(state, JSON.stringify({ route: { from: "langsmith" }, position: { section: "runs", after: null } }));
  const source = await startStandIn(tracesOf(1));
  const { run } = await startTarget();
  const { code, notices } = await run(["--from", "langfuse", source.url, "--state", state], env);
  expect([code, notices]).toEqual([1, expect.stringContaining("is the state file of another import")]);
});

test("a record that the service rejects is reported, and the others are imported", async () => {
  const folder = await makeFolder();
  const file = join(folder, "traces.jsonl");
  const long = { ...trace(0), id: "long", sessionId: undefined, environment: "e".repeat(300) };
  await writeFile(file, [trace(1), long, trace(2)].map((each) => JSON.stringify(each)).join("\n"));
  const { run } = await startTarget();
  const { code, notices } = await run(["--from", "langfuse", file]);
  expect(code).toBe(0);
  expect(readReport(notices)["steps"]).toEqual([2, 0]);
  expect(notices).toMatch(/1 steps: environment.*255/u);
});

test("records of a page are written together, even if kinds alternate", async () => {
  const file = join(await makeFolder(), "traces.jsonl");
  const lines = Array.from({ length: 300 }, (_, index) => JSON.stringify({ ...trace(index), userId: "amara" }));
  await writeFile(file, lines.join("\n"));
  const { countRequests, run } = await startTarget();
  const { notices } = await run(["--from", "langfuse", file]);
  expect(readReport(notices)).toEqual({ users: [1, 0], threads: [7, 0], steps: [300, 0] });
  expect(countRequests()).toBeLessThan(60);
});

test.each(["request", "response"])("an import loses nothing if the first %s of each kind is lost", async (what) => {
  const { client, url } = await startTarget();
  const lost = new Set<string>();
  const unreliable = new Threadline({
    apiKey: "tl_import-target",
    url,
    maxRetries: 0,
    async fetch(input, init) {
      const { query } = JSON.parse(String(init?.body)) as { query: string };
      const [name = ""] = /\w+(?=\s*\()/u.exec(query.slice(query.indexOf("{"))) ?? [query];
      const isLost = !lost.has(name);
      lost.add(name);
      if (isLost && what === "request") throw new TypeError("fetch failed");
      const response = await fetch(input, init);
      if (!isLost) return response;
      await response.text();
      throw new TypeError("fetch failed");
    },
  });
  onTestFinished(async () => {
    await unreliable.shutdown();
  });
  const experiment = "b0000000-0000-4000-8000-000000000001";
  const item = "b0000000-0000-4000-8000-000000000002";
  const records: readonly ImportRecord[] = [
    {
      kind: "prompt version",
      reference: { name: "greeting", version: "1" },
      messages: [{ role: "system", content: "Hello", uuid: "b0000000-0000-4000-8000-000000000003" }],
    },
    { kind: "user", identifier: "amara", metadata: { plan: "free" } },
    { kind: "thread", thread: { threadId: "a thread", name: "A thread" } },
    { kind: "step", step: { id: "a step", type: "run", name: "run", threadId: "a thread" } },
    { kind: "score", score: { id: "a score", stepId: "a step", name: "correct", type: "HUMAN", value: 1 } },
    { kind: "dataset", name: "questions" },
    { kind: "dataset item", dataset: "questions", id: item, input: { question: "?" } },
    { kind: "experiment", id: experiment, name: "first", dataset: "questions" },
    {
      kind: "experiment item",
      item: {
        id: "b0000000-0000-4000-8000-000000000004",
        datasetExperimentId: experiment,
        datasetItemId: item,
        scores: [],
        input: {},
        output: {},
      },
    },
  ];
  const source: ImportSource = {
    place: "page",
    isLocal: true,
    neverMoved: [],
    sections: [
      {
        name: "all",
        async *pages() {
          yield { records, next: "" };
        },
      },
    ],
  };
  const run = { source, client: unreliable, from: null, onPage: async () => {}, sleep: async () => {} };
  const tally = await runImport(run);
  expect(tally.omissions).toEqual([]);
  const counted = importedKinds.map((kind) => [kind, tally.counts(kind)]);
  expect(counted).toEqual(importedKinds.map((kind) => [kind, { imported: 1, present: 0 }]));
  expect(lost.size).toBeGreaterThan(9);
  expect((await client.api.getUser("amara"))?.metadata).toEqual({ plan: "free" });
  expect((await client.api.getThread("a thread"))?.name).toBe("A thread");
  expect((await client.api.getSteps({ first: 2 })).totalCount).toBe(1);
  expect((await client.api.getScores({ first: 2 })).totalCount).toBe(1);
  expect((await client.api.getDatasets()).map(({ name }) => name)).toEqual(["questions"]);
  expect((await client.api.getExperiment(experiment))?.items).toHaveLength(1);
  expect(await client.api.getPrompt("greeting", 1)).toBeNull();
});

test("a thread whose steps came in an earlier page is counted as new, and one that existed is not", async () => {
  const { client } = await startTarget();
  await client.api.upsertThread({ threadId: "old" });
  const pages: readonly (readonly ImportRecord[])[] = [
    ["new", "old"].map((threadId) => ({
      kind: "step",
      step: { id: `step of ${threadId}`, type: "run", name: "run", threadId },
    })),
    ["new", "old"].map((threadId) => ({ kind: "thread", thread: { threadId, name: threadId } })),
  ];
  const source: ImportSource = {
    place: "pages",
    isLocal: true,
    neverMoved: [],
    sections: [
      {
        name: "all",
        async *pages() {
          for (const records of pages) yield { records, next: "" };
        },
      },
    ],
  };
  const tally = await runImport({ source, client, from: null, onPage: async () => {} });
  expect(tally.counts("thread")).toEqual({ imported: 1, present: 1 });
});

test.each([["ingest"], ["read,write"]])(
  "a key with only the scopes %s is refused before anything is written",
  async (scopes) => {
    const folder = await makeFolder();
    const server = createServer({ dataDir: folder });
    await server.ready;
    const listener = await listen(server, { host: "127.0.0.1", port: 0 });
    onTestFinished(async () => {
      await listener.close();
      await server.close();
    });
    const create = ["key", "create", "--name", "k", "--scopes", scopes, "--data-dir", folder];
    const { code: created, output } = await runCommand(create);
    expect(created).toBe(0);
    const key = output.trim();
    noteSecret(key);
    const file = join(folder, "traces.jsonl");
    await writeFile(file, JSON.stringify(trace(1)));
    const variables = { THREADLINE_API_KEY: key, THREADLINE_URL: listener.url };
    const { code, notices } = await runCommand(["import", "--yes", "--from", "langfuse", file], variables);
    expect([code, notices]).toEqual([
      1,
      expect.stringMatching(/lacks the scopes? .*needs ingest, read and write: `threadline key create/),
    ]);
    expect(notices).not.toContain("Kind");
  },
);
