import { describe, expect, test } from "vitest";
import { ReadTooLargeError } from "../errors.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { project, withStore } from "./with-store.ts";

const count = 20;
const length = 1_000;
const content = "x".repeat(length);
const ids = Array.from({ length: count }, (_, index) => `s${index}`);
const threads = ["t"];

type Read = (store: Store, maxBytes: number | undefined) => Promise<unknown>;

/** Reads of several large records, each of all of them. */
const reads: readonly (readonly [string, Read])[] = [
  ["a page of steps", (store, maxBytes) => store.steps.list(project, { first: 100, maxBytes })],
  ["a page of generations", (store, maxBytes) => store.generations.list(project, { first: 100, maxBytes })],
  ["steps by their ids", (store, maxBytes) => store.steps.getMany(project, ids, { maxBytes })],
  ["the steps of a thread", (store, maxBytes) => store.steps.ofThreads(project, threads, { maxBytes })],
  [
    "some steps of a thread",
    (store, maxBytes) => store.steps.ofThreads(project, threads, { types: ["llm"], maxBytes }),
  ],
  ["the items of a dataset", (store, maxBytes) => store.datasets.itemsOf(project, ["d"], { maxBytes })],
  ["a page of items", (store, maxBytes) => store.datasets.itemPage(project, "d", { first: 100, skip: 0, maxBytes })],
  [
    "a page of an experiment",
    (store, maxBytes) => store.experiments.itemPage(project, "e", { first: 100, skip: 0, maxBytes }),
  ],
];

/** Reads that end where they would return more than their caller takes. */
export function describeBoundedReads(openStore: OpenStore): void {
  describe("bounded reads", () => {
    test.each(reads)("%s ends at the bytes that it may return", (_name, read) =>
      withStore(openStore, async (store) => {
        await seed(store);
        const whole = await read(store, undefined);
        expect(await read(store, 4 * count * length)).toEqual(whole);
        await expect(read(store, (count * length) / 2)).rejects.toThrow(ReadTooLargeError);
        // The store goes on as before.
        expect(await read(store, 4 * count * length)).toEqual(whole);
        const [step] = await store.steps.getMany(project, ["s0"]);
        expect(step?.output).toEqual({ content });
      }),
    );
  });
}

async function seed(store: Store): Promise<void> {
  const output = { content };
  const messages = [{ role: "user", content }];
  await store.steps.ingest(
    project,
    ids.map((id, index) => ({ id, createdAt: index, threadId: "t", type: "llm", output, generation: { messages } })),
  );
  const dataset = { id: "d", createdAt: 1, name: "d", description: null, metadata: null, type: "key_value" } as const;
  await store.datasets.create(project, dataset);
  const item = { createdAt: 1, datasetId: "d", metadata: null, expectedOutput: null, intermediarySteps: null };
  await store.datasets.createItems(
    project,
    ids.map((id) => ({ ...item, id, input: { content }, stepId: null })),
  );
  const experiment = { createdAt: 1, name: "e", promptExperimentId: null, promptId: null, params: null };
  await store.experiments.create(project, { ...experiment, id: "e", datasetId: "d" });
  for (const id of ids) {
    const written = { id, datasetExperimentId: "e", datasetItemId: id, experimentRunId: null, input: null, output };
    // oxlint-disable-next-line no-await-in-loop -- in order
    await store.experiments.createItem(project, { ...written, createdAt: 1 });
  }
}
