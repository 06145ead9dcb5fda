import { describe, expect, test } from "vitest";
import { manyReads } from "../../answers/many-reads.ts";
import { withinBytes } from "../caller.ts";
import { ReadTooLargeError } from "../errors.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { reviewerNamed, sampleQueue } from "./sample-queue.ts";
import { startedExperiment } from "./started-experiment.ts";
import { project, withStore } from "./with-store.ts";

const count = 20;
const length = 1_000;
const content = "x".repeat(length);
const ids = Array.from({ length: count }, (_, index) => `s${index}`);
const threads = ids.map((id) => `t-${id}`);
const page = { first: 100, skip: 0 };

type Read = (store: Store) => Promise<unknown>;

/** For each method with a byte limit, a read of many large records. */
const reads: { readonly [method: string]: Read } = {
  "threads.list": (store) => store.threads.list(project, { first: 100 }),
  "threads.getMany": (store) => store.threads.getMany(project, threads),
  "steps.list": (store) => store.steps.list(project, { first: 100 }),
  "steps.getMany": (store) => store.steps.getMany(project, ids),
  "steps.locations": (store) => store.steps.locations(project, ids),
  "steps.ofThreads": (store) => store.steps.ofThreads(project, ["t"]),
  "steps.ofThreads of some types": (store) => store.steps.ofThreads(project, ["t"], { types: ["llm"] }),
  "steps.endsOfThreads": (store) => store.steps.endsOfThreads(project, threads),
  "steps.descendants": (store) => store.steps.descendants(project, "root"),
  "generations.list": (store) => store.generations.list(project, { first: 100 }),
  "scores.list": (store) => store.scores.list(project, { first: 100 }),
  "scores.getMany": (store) => store.scores.getMany(project, ids),
  "scores.ofSteps": (store) => store.scores.ofSteps(project, ["s0"]),
  "scores.ofThreads": (store) => store.scores.ofThreads(project, ["t"]),
  "scores.ofStepsOfThreads": (store) => store.scores.ofStepsOfThreads(project, ["t"], { first: 100 }),
  "scores.ofExperimentItems": (store) => store.scores.ofExperimentItems(project, ["s0"]),
  "scores.ofEvaluators": (store) => store.scores.ofEvaluators(project, ["s0"], 100),
  "comments.page": (store) => store.comments.page(project, { kind: "step", id: "s0" }, page),
  "reviewQueues.getItems": (store) => store.reviewQueues.getItems(project, ids),
  "reviewQueues.reviewsOf": (store) => store.reviewQueues.reviewsOf(project, ids),
  "reviewQueues.finished": (store) => store.reviewQueues.finished(project, "s0", { isPublished: false, limit: count }),
  "users.list": (store) => store.users.list(project, { first: 100 }),
  "users.getMany": (store) => store.users.getMany(project, ids),
  "datasets.list": (store) => store.datasets.list(project, { first: 100 }),
  "datasets.getMany": (store) => store.datasets.getMany(project, ids),
  "datasets.itemsOf": (store) => store.datasets.itemsOf(project, ["s0"]),
  "datasets.referencesOf": (store) => store.datasets.referencesOf(project, ids),
  "datasets.itemPage": (store) => store.datasets.itemPage(project, "s0", page),
  "datasets.itemPage of a version": (store) => store.datasets.itemPage(project, "s0", { ...page, version: count }),
  "datasets.differences": (store) => store.datasets.differences(project, "s0", { ...page, from: 0, to: count }),
  "datasets.itemsWithInput": (store) => store.datasets.itemsWithInput(project, "s0", { content }, 100),
  "datasets.duplicates": (store) => store.datasets.duplicates(project, "s0", page),
  "experiments.list": (store) => store.experiments.list(project, { first: 100 }),
  "experiments.itemPage": (store) => store.experiments.itemPage(project, "s0", page),
  "experiments.scoresOf": (store) => store.experiments.scoresOf(project, ["s0"]),
  "experiments.getItems": (store) => store.experiments.getItems(project, ids),
  "experimentRuns.getMany": (store) =>
    store.experimentRuns.getMany(
      project,
      ids.map((id) => `run-${id}`),
    ),
  "prompts.list": (store) => store.prompts.list(project, { first: 100 }),
  "prompts.getLineages": (store) => store.prompts.getLineages(project, ids),
  "prompts.newestVersions": (store) => store.prompts.newestVersions(project, "s0", page),
  "prompts.rollouts": (store) => store.prompts.rollouts(project, "s0"),
  "evaluators.getVersions": (store) => store.evaluators.getVersions(project, ids),
  "evaluators.newestVersions": (store) => store.evaluators.newestVersions(project, "s0", page),
  "files.attachmentsOf": (store) => store.files.attachmentsOf(project, ["s0"]),
};

/** Methods whose records contain only numbers and ids. */
const small = new Set(["steps.locations", "prompts.rollouts"]);

export function describeBoundedReads(openStore: OpenStore): void {
  describe("bounded reads", () => {
    test("every metered method has a test below", () => {
      const metered = Object.entries(manyReads).flatMap(([part, bounds]) =>
        Object.entries(bounds).flatMap(([name, bound]) => (bound === "metered" ? [`${part}.${name}`] : [])),
      );
      expect(metered.filter((method) => reads[method] === undefined)).toEqual([]);
    });

    test("each read ends at its byte limit, and the store keeps working", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        for (const [method, read] of Object.entries(reads)) {
          const bounded = async (maxBytes: number): Promise<unknown> => {
            const result = await withinBytes(maxBytes, () => read(store)).catch((error: unknown) => error);
            return result instanceof ReadTooLargeError ? "too large" : result;
          };
          // oxlint-disable no-await-in-loop -- one after the other
          const whole = await read(store);
          const isLarge = JSON.stringify(whole).length > (small.has(method) ? 100 : count * length);
          expect({ method, isLarge }).toEqual({ method, isLarge: true });
          expect({ method, read: await bounded(10 * count * length) }).toEqual({ method, read: whole });
          // The rows contain only numbers, whose size the embedded store does not count.
          if (method === "prompts.rollouts") continue;
          const bound = small.has(method) ? 10 : (count * length) / 2;
          expect({ method, read: await bounded(bound) }).toEqual({ method, read: "too large" });
          expect({ method, read: await bounded(10 * count * length) }).toEqual({ method, read: whole });
          // oxlint-enable no-await-in-loop
        }
      }));
  });
}

async function seed(store: Store): Promise<void> {
  const output = { content };
  const metadata = { content };
  const messages = [{ role: "user", content }];
  const generation = { messages };
  await store.steps.ingest(project, [
    { id: "root", createdAt: 0, threadId: "t", type: "run" },
    ...ids.map((id, index) => {
      const step = { createdAt: index, type: "llm", input: output, output, generation } as const;
      return { ...step, id, threadId: "t", parentId: "root" };
    }),
    ...ids.map((id, index) => ({ id: `of-${id}`, createdAt: index, threadId: `t-${id}`, output, input: output })),
  ]);
  const score = { at: 1, type: "HUMAN", value: 1, comment: content } as const;
  await store.scores.upsertMany(project, [
    ...ids.map((id) => ({ ...score, id, name: "n", stepId: "s0", evaluatorVersionId: "s0" })),
    ...ids.map((id) => ({ ...score, id: `t-${id}`, name: "n", threadId: "t" })),
    ...ids.map((id) => ({ ...score, id: `e-${id}`, name: `${id} ${content}`, datasetExperimentItemId: "s0" })),
  ]);
  const author = { authorKind: "noLogin", authorId: null, authorName: null } as const;
  const on = { createdAt: 1, editedAt: null, threadId: null, stepId: "s0" };
  const comment = { ...author, ...on, text: content, mentions: [] };
  const version = { createdAt: 1, updatedAt: 1, versionDesc: null, label: null, status: null, tags: null } as const;
  const template = {
    type: "CHAT",
    tools: null,
    settings: null,
    variables: null,
    variablesDefaultValues: null,
  } as const;
  const item = { createdAt: 1, datasetId: "s0", metadata: null, expectedOutput: null, intermediarySteps: null };
  await store.datasets.create(project, {
    id: "s0",
    createdAt: 1,
    name: "s0",
    description: content,
    metadata,
    type: "key_value",
  });
  const evaluator = { id: "s0", createdAt: 1, updatedAt: 1, name: "s0", description: null, archivedAt: null };
  const code = { createdAt: 1, description: null, kind: "CODE", target: "STEP", scoreName: "n" } as const;
  const definition = { language: "JAVASCRIPT", source: content } as const;
  const [first = "s0", ...others] = ids;
  await store.evaluators.create(project, evaluator, { ...code, definition, id: first }, 9);
  for (const id of others) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    await store.evaluators.addVersion(project, { ...code, definition, id, scoreName: id, evaluatorId: "s0" }, count);
  }
  for (const id of ids) {
    // oxlint-disable no-await-in-loop -- in order
    await store.threads.upsert(project, { id: `t-${id}`, createdAt: 1, metadata, newUserId: id });
    await store.comments.create(project, { ...comment, id }, count);
    await store.users.create(project, { id, createdAt: 1, identifier: id, metadata });
    await store.files.upsertAttachment(project, { id, createdAt: 1, stepId: "s0", metadata });
    const lineage = { id, createdAt: 1, name: id, description: content, deletedAt: null, championId: null, labels: [] };
    await store.prompts.getOrCreateLineage(project, lineage);
    const prompt = { ...version, ...template, id, lineageId: "s0", identity: id, templateMessages: messages };
    await store.prompts.getOrCreateVersion(project, prompt);
    if (id !== "s0") {
      const dataset = { id, createdAt: 1, name: id, description: content, metadata, type: "key_value" } as const;
      await store.datasets.create(project, dataset);
    }
    await store.datasets.createItems(project, [{ ...item, id, input: output, stepId: id }], { at: 1 });
    const experiment = { createdAt: 1, name: id, promptExperimentId: null, promptId: null, params: metadata };
    await store.experiments.create(project, { ...experiment, id, datasetId: "s0", datasetVersion: null });
    const written = { id, datasetExperimentId: "s0", datasetItemId: id, experimentRunId: null, input: null, output };
    await store.experiments.createItem(project, { ...written, createdAt: 1 });
    // oxlint-enable no-await-in-loop
  }
  await store.experimentRuns.start(
    project,
    ids.map((id) => startedExperiment(`run-${id}`, content)),
  );
  const { reviewQueues } = store;
  await reviewQueues.create(project, { ...sampleQueue, id: "s0", target: "STEP", reviewsPerItem: 2 }, 9);
  const added = ids.map((id) => ({ id, createdAt: 1, threadId: null, stepId: id }));
  await reviewQueues.add(project, "s0", added, count);
  const scores = [{ id: "s0", scoreSchemaId: "s0", name: content, value: 1, label: null }];
  for (const id of ids) {
    // oxlint-disable no-await-in-loop -- in order
    const turn = { reviewer: reviewerNamed("ann"), now: 1, leaseMs: 1, itemId: id };
    await reviewQueues.take(project, "s0", { ...turn, reviewId: id });
    await reviewQueues.submit(project, id, turn, { scores, comment: null, correction: null });
    const other = { ...turn, reviewer: reviewerNamed("bob") };
    await reviewQueues.take(project, "s0", { ...other, reviewId: `${id}-bob` });
    await reviewQueues.flag(project, `${id}-bob`, other, content);
    // oxlint-enable no-await-in-loop
  }
  const rollouts = ids.map((_, index) => ({ version: index, rollout: 1 }));
  await store.prompts.setRollouts(project, "s0", rollouts, 1);
}
