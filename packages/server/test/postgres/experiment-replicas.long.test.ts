import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { setUp } from "../accounts/browser.ts";
import { sendOpenAI, startModelServer } from "../models/model-server.ts";
import { describePostgres } from "./describe-postgres.ts";

describePostgres("an experiment of two servers of a database", (tests) => {
  test("is continued by the other when one stops, runs each item once, and keeps its concurrency over both servers", async () => {
    const provider = await startModelServer();
    const databaseUrl = await tests().server.createDatabase("experiment", "migrated");
    const dataDir = await mkdtemp(join(tmpdir(), "threadline-replicas-"));
    const open = () => createServer({ databaseUrl, dataDir, modelHosts: ["127.0.0.1"] });
    const [first, second] = [open(), open()];
    onTestFinished(async () => {
      await Promise.all([first.close(), second.close()]);
      await rm(dataDir, { recursive: true });
    });
    const owner = await setUp(first);
    let [running, most] = [0, 0];
    const held: (() => void)[] = [];
    let holds = true;
    provider.reply((response, { body }) => {
      running += 1;
      most = Math.max(most, running);
      response.on("close", () => (running -= 1));
      const [message] = body["messages"] as { content: string }[];
      const answer = () => sendOpenAI(response, [message?.content ?? ""]);
      if (holds) held.push(answer);
      else answer();
    });
    const ask = async (query: string, variables: object) => {
      const { data, errors } = await owner.graphql(query, { project: "default", variables: { ...variables } });
      if (errors[0]) throw new Error(errors[0].message);
      return data as Record<string, { id: string }>;
    };
    const made = await ask(
      `mutation ($c: ModelConnectionInput!) { createModelConnection(connection: $c) { id }
        createDataset(name: "numbers", type: key_value) { id } }`,
      { c: { name: "c", kind: "openaiCompatible", baseUrl: `${provider.origin}/v1`, maxConcurrentCalls: 20 } },
    );
    const datasetId = made["createDataset"]?.id ?? "";
    const items = Array.from({ length: 30 }, (_, number) => ({ id: `item-${number}`, input: { number } }));
    await ask(
      "mutation ($d: String!, $i: [NewDatasetItemInput!]!) { createDatasetItems(datasetId: $d, items: $i) { id } }",
      {
        d: datasetId,
        i: items,
      },
    );
    const run = {
      name: "two",
      datasetId,
      messages: [{ role: "user", content: "{{number}}" }],
      models: [{ connectionId: made["createModelConnection"]?.id, model: "m" }],
      concurrency: 4,
    };
    const started = await ask("mutation ($run: ExperimentRunInput!) { startExperiments(run: $run) { id } }", { run });
    const [experiment] = started["startExperiments"] as unknown as { id: string }[];
    await expect.poll(() => held.length).toBe(4);
    await first.close();
    holds = false;
    // The second server may have taken some of the first tasks.
    for (const answer of held) answer();
    const state = async (): Promise<unknown> => {
      const store = await tests().server.administer(
        `SELECT r.state, r.done_count::int AS done, count(DISTINCT i.dataset_item_id)::int AS items, count(i.id)::int AS rows
          FROM experiment_runs r LEFT JOIN experiment_items i ON i.dataset_experiment_id = r.id
          WHERE r.id = '${experiment?.id}' GROUP BY 1, 2`,
        "experiment",
      );
      return store[0];
    };
    await expect.poll(state, { timeout: 30_000 }).toEqual({ state: "DONE", done: 30, items: 30, rows: 30 });
    expect(most).toBeLessThanOrEqual(8);
  });
});
