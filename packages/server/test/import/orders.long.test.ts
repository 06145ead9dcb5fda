import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Threadline } from "@threadline/core";
import { expect, onTestFinished, test } from "vitest";
import type { ImportPlatform } from "../../src/cli/import-platforms.ts";
import type { ImportRecord } from "../../src/cli/import/import-record.ts";
import { type Position, readPages } from "../../src/cli/import/import-source.ts";
import { platforms } from "../../src/cli/import/platforms.ts";
import { runImport } from "../../src/cli/import/run-import.ts";
import { createServer } from "../../src/create-server.ts";
import { noteSecret } from "../canaries/secret-watch.ts";
import { byInputs, fuzzSeed } from "../test-inputs.ts";
import { smallExports } from "./small-exports.ts";

const names = Object.keys(smallExports) as ImportPlatform[];

async function openLines(platform: ImportPlatform, lines: readonly unknown[]) {
  const folder = await mkdtemp(join(tmpdir(), "threadline-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "export.jsonl");
  await writeFile(path, lines.map((line) => JSON.stringify(line)).join("\n"));
  // Pages have one record each, so that the order cannot depend on pages.
  return () =>
    platforms[platform]({ places: [path], env: {}, project: undefined, requestsPerSecond: 1, recordsPerPage: 1 });
}

/** Returns the lines in their order, reversed, with each line first and last, and in random orders. */
function ordersOf<Line>(lines: readonly Line[], count: number): Line[][] {
  const others = (line: Line): Line[] => lines.filter((each) => each !== line);
  let state = fuzzSeed;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const shuffled = Array.from({ length: count }, () =>
    lines
      .map((line) => ({ line, at: random() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ line }) => line),
  );
  return [
    [...lines],
    lines.toReversed(),
    ...lines.flatMap((line) => [
      [line, ...others(line)],
      [...others(line), line],
    ]),
    ...shuffled,
  ];
}

const kindOrder = ["omission", "user", "prompt version", "thread", "dataset", "experiment"];

test.each(names)(
  "every order of the lines of a %s export gives the same records, each after the records that it refers to",
  async (platform) => {
    const lines = smallExports[platform] ?? [];
    let expected: string[] | undefined;
    for (const order of ordersOf(lines, byInputs({ few: 15, some: 150, many: 500, all: 5_000 }))) {
      const open = await openLines(platform, order);
      const records: ImportRecord[] = [];
      for await (const page of readPages(open(), null)) records.push(...page.records);
      const ranks = records.map(({ kind }) =>
        kind === "step" || kind === "dataset item"
          ? 6
          : kind === "score" || kind === "experiment item"
            ? 7
            : kindOrder.indexOf(kind),
      );
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
      // The order of prompt versions determines their numbers.
      const versions = records.filter(({ kind }) => kind === "prompt version").map((record) => JSON.stringify(record));
      const all = [...versions, ...records.map((record) => JSON.stringify(record)).toSorted()];
      expected ??= all;
      expect(all).toEqual(expected);
    }
  },
);

async function startService() {
  const apiKey = "tl_import-order";
  noteSecret(apiKey);
  const server = createServer({ apiKey });
  await server.ready;
  const state = { requests: 0, killAt: Number.POSITIVE_INFINITY, isAfter: false };
  // From this request on, nothing is sent or no response arrives, as if the process had been killed there.
  const fetch: typeof globalThis.fetch = async (input, init) => {
    state.requests += 1;
    if (state.requests > state.killAt || (state.requests === state.killAt && !state.isAfter)) return refusal();
    const response = await server.fetch(new Request(input, init));
    return state.requests === state.killAt ? refusal() : response;
  };
  const client = new Threadline({ apiKey, url: "http://localhost", fetch });
  onTestFinished(async () => {
    await client.shutdown();
    await server.close();
  });
  return { client, state };
}

const refusal = (): Response => Response.json({ errors: [{ message: "killed" }] }, { status: 401 });

const givenHere = new Set(["updatedAt", "receivedAt", "participantId", "participantIdentifier", "projectId"]);

/** Reads all records of a project, without ids and times that the service assigns. */
async function readAll({ api }: Threadline): Promise<unknown> {
  const page = { first: 100 };
  const [threads, steps, scores, users, datasets, experiments] = [
    (await api.getThreads(page)).data,
    (await api.getSteps(page)).data,
    (await api.getScores(page)).data,
    (await api.getUsers(page)).data,
    await api.getDatasets(),
    (await api.getExperiments(page)).data,
  ];
  const prompts = new Map<string, string>();
  const versions: unknown[] = [];
  for (let version = 0; ; version += 1) {
    const prompt = await api.getPrompt("greet", version);
    if (prompt === null) break;
    prompts.set(prompt.id, `greet ${version}`);
    versions.push({ version, messages: prompt.templateMessages.map(({ role, content }) => ({ role, content })) });
  }
  const datasetNames = new Map(datasets.map(({ id, name }) => [id, name]));
  const named = { prompts, datasetNames };
  const own = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, each: unknown) => {
        if (givenHere.has(key)) return undefined;
        if (key === "promptId") return named.prompts.get(String(each)) ?? each;
        if (key === "datasetId") return named.datasetNames.get(String(each)) ?? each;
        return each;
      }),
    );
  const withoutTime = (record: object): object => ({ ...record, createdAt: undefined });
  const byId = (list: readonly unknown[]): string[] => list.map((each) => JSON.stringify(own(each))).toSorted();
  return {
    threads: byId(
      threads.map(({ id, name, tags, metadata, participant }) => ({
        id,
        name,
        tags,
        metadata,
        user: participant?.identifier,
      })),
    ),
    steps: byId(steps.map(({ scores: _scores, ...step }) => step)),
    scores: byId(scores.map(withoutTime)),
    users: byId(users.map(({ identifier, metadata }) => ({ identifier, metadata }))),
    items: byId(
      (await Promise.all(datasets.map(({ name }) => api.getDataset({ name })))).flatMap((dataset) =>
        // The version of an item is excluded, because it counts the requests that stored items.
        (dataset?.items ?? []).map((item) => ({ ...withoutTime(item), version: undefined, dataset: dataset?.name })),
      ),
    ),
    experiments: byId(
      (await Promise.all(experiments.map(({ id }) => api.getExperiment(id)))).map((experiment) => ({
        ...withoutTime(experiment ?? {}),
        items: byId(experiment?.items ?? []),
      })),
    ),
    versions,
    rollouts: await api.getPromptAbTesting("greet"),
  };
}

const timeout = byInputs({ few: 60_000, many: 120_000, all: 3_600_000 });

const sleep = async (): Promise<void> => {};
const onPage = async (): Promise<void> => {};

test.each(names)(
  "an import of %s in another order ends in the same state, and a repeated one adds nothing",
  async (platform) => {
    const lines = smallExports[platform] ?? [];
    const orders = ordersOf(lines, byInputs({ few: 1, some: 2, many: 5, all: 200 }));
    const tested = byInputs({
      few: [orders[0], orders.at(-1)],
      some: [orders[0], orders[1], orders.at(-1)],
      many: [...orders.slice(0, 2), ...orders.slice(-5)],
      all: orders,
    });
    let expected: unknown;
    let counts: unknown;
    for (const order of tested) {
      const open = await openLines(platform, order ?? []);
      const { client } = await startService();
      const tally = await runImport({ source: open(), client, from: null, onPage, sleep });
      const imported = ["user", "thread", "step", "score", "dataset item", "experiment item"] as const;
      const counted = imported.map((kind) => [kind, tally.counts(kind)]);
      const state = await readAll(client);
      expected ??= state;
      counts ??= counted;
      expect(state).toEqual(expected);
      expect(counted).toEqual(counts);
      // Every record counts as new.
      for (const kind of imported) expect([kind, tally.counts(kind).present]).toEqual([kind, 0]);

      const other = await openLines(platform, lines.toReversed());
      const again = await runImport({ source: other(), client, from: null, onPage, sleep });
      for (const kind of imported) expect([kind, again.counts(kind).imported]).toEqual([kind, 0]);
      expect(await readAll(client)).toEqual(expected);
    }
  },
  timeout,
);

test.each(names)(
  "an import of %s that is killed at any request ends in the same state",
  async (platform) => {
    const open = await openLines(platform, smallExports[platform] ?? []);
    const whole = await startService();
    await runImport({ source: open(), client: whole.client, from: null, onPage, sleep });
    const requests = whole.state.requests;
    const expected = await readAll(whole.client);
    const stride = byInputs({
      few: Math.ceil(requests / 2),
      some: Math.ceil(requests / 4),
      many: Math.ceil(requests / 12),
      all: 1,
    });
    for (let killAt = 1; killAt <= requests; killAt += stride) {
      for (const isAfter of byInputs({ few: [killAt % 2 === 0], many: [killAt % 2 === 0], all: [true, false] })) {
        const { client, state } = await startService();
        Object.assign(state, { killAt, isAfter });
        const source = open();
        let position: Position = { section: source.sections[0]?.name ?? "", after: null };
        const run = runImport({
          source,
          client,
          from: null,
          onPage: async (page) => {
            position = page.position;
          },
          sleep,
        });
        await expect(run).rejects.toThrow("killed");
        state.killAt = Number.POSITIVE_INFINITY;
        await runImport({ source: open(), client, from: position, onPage, sleep });
        expect({ killAt, isAfter, state: await readAll(client) }).toEqual({ killAt, isAfter, state: expected });
      }
    }
  },
  timeout,
);
