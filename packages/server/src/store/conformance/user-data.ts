import { describe, expect, test } from "vitest";
import type { Store } from "../store.ts";
import { type DeletedUserData, userDataKinds } from "../users.ts";
import type { OpenStore } from "./open-store.ts";
import { seedEveryKind } from "./seed-every-kind.ts";
import { otherProject, project, withStore } from "./with-store.ts";

async function recordsOf(store: Store, projectId: string): Promise<string[]> {
  const records: string[] = [];
  for await (const { kind, record } of store.exportRecords(projectId)) {
    records.push(`${kind} ${String(record["id"] ?? record["objectKey"])} ${JSON.stringify(record)}`);
  }
  return records;
}

/** Deletes the data of a user. Resolves to the number of calls and the total counts of deleted records. */
async function deleteAll(store: Store, id: string): Promise<{ parts: number; deleted: DeletedUserData }> {
  const deleted = Object.fromEntries(userDataKinds.map((kind) => [kind, 0])) as Record<keyof DeletedUserData, number>;
  for (let parts = 1; ; parts += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const part = await store.users.deleteData(project, id, 100);
    if (part === null) throw new Error("The user was not found.");
    for (const kind of userDataKinds) deleted[kind] += part.deleted[kind];
    if (part.isComplete) return { parts, deleted };
  }
}

async function seedCopies(store: Store): Promise<void> {
  const { datasets, experiments, files, scores, shares, steps, threads } = store;
  await threads.upsert(project, { id: "of-bob", createdAt: 1, participant: "bob", newUserId: "bob" });
  await steps.ingest(project, [{ id: "step-of-bob", createdAt: 1, threadId: "of-bob", input: "bob" }]);
  await shares.create(project, { id: "link", createdAt: 1, threadId: "t", createdBy: null, expiresAt: null }, 9);
  const item = { createdAt: 7, datasetId: "d", metadata: null, input: 1, expectedOutput: 0, intermediarySteps: null };
  await datasets.createItems(
    project,
    [
      { ...item, id: "of-nobody", stepId: null },
      { ...item, id: "from-bob", stepId: "step-of-bob" },
      { ...item, id: "deleted", stepId: "s" },
    ],
    { at: 8 },
  );
  await datasets.updateItems(project, [{ id: "i", input: 2 }], 9);
  await datasets.deleteItems(project, ["deleted"], 9);
  const run = { createdAt: 9, datasetExperimentId: "e", input: 1, output: 2 };
  await experiments.createItem(project, { ...run, id: "run-1", datasetItemId: "i", experimentRunId: "run" });
  await experiments.createItem(project, { ...run, id: "run-2", datasetItemId: "from-bob", experimentRunId: "kept" });
  await steps.ingest(project, [
    { id: "run", createdAt: 9, type: "run", threadId: "of-run" },
    { id: "below", createdAt: 9, rootRunId: "run", parentId: "run", threadId: "of-run", generation: { tokenCount: 1 } },
    { id: "kept", createdAt: 9, type: "run" },
  ]);
  await scores.upsertMany(project, [
    { id: "of-item", at: 9, name: "ok", type: "HUMAN", value: 1, datasetExperimentItemId: "run-1" },
    { id: "of-below", at: 9, name: "ok", type: "HUMAN", value: 1, generationId: "below" },
  ]);
  await datasets.createItems(project, [{ ...item, id: "from-run", stepId: "below" }], { at: 10 });
  const file = { createdAt: 5, name: "g", mime: "text/plain", threadId: null, size: 3 };
  await files.createFile(project, { ...file, objectKey: "shared" });
  await files.upsertAttachment(project, { id: "a2", createdAt: 5, stepId: "s", objectKey: "shared" });
  await files.upsertAttachment(project, { id: "a3", createdAt: 5, stepId: "step-of-bob", objectKey: "shared" });
}

export function describeUserData(openStore: OpenStore): void {
  describe("data of a user", () => {
    test("is deleted with its copies and their runs, and nothing else is deleted", () =>
      withStore(openStore, async (store) => {
        await seedEveryKind(store, otherProject);
        const others = await recordsOf(store, otherProject);
        await seedEveryKind(store, project);
        await seedCopies(store);
        const before = await recordsOf(store, project);
        expect(await store.users.deleteData(project, "nobody", 100)).toBeNull();
        expect(await store.users.deleteData(otherProject, "bob", 100)).toBeNull();

        const { deleted } = await deleteAll(store, "u");
        expect(deleted).toEqual({
          threads: 2,
          steps: 3,
          generations: 2,
          scores: 5,
          comments: 2,
          attachments: 2,
          files: 1,
          threadShares: 1,
          datasetItems: 3,
          experimentItems: 2,
        });
        expect(await store.users.deleteData(project, "u", 100)).toBeNull();
        expect(await recordsOf(store, otherProject)).toEqual(others);
        const after = new Set(await recordsOf(store, project));
        const idsGone = before
          .filter((record) => !after.has(record))
          .map((record) => record.split(" ").slice(0, 2).join(" "));
        expect(idsGone.toSorted()).toEqual([
          "attachment a",
          "attachment a2",
          "comment of-step",
          "comment of-thread",
          "datasetItem from-run",
          "datasetItem i",
          "experimentItem ei",
          "experimentItem run-1",
          "file k",
          "pastDatasetItem deleted",
          "pastDatasetItem i",
          "pastDatasetItem i",
          "review rv",
          "reviewItem ri",
          "score c",
          "score judged",
          "score of-below",
          "score of-item",
          "score of-thread",
          "step below",
          "step run",
          "step s",
          "thread of-run",
          "thread t",
          "user u",
        ]);
        expect(await store.shares.find("link")).toBeNull();
      }));

    test("is deleted from the examples of judges", () =>
      withStore(openStore, async (store) => {
        await seedEveryKind(store, project);
        const example = {
          reviewId: null,
          values: { output: "a" },
          label: "yes",
          value: 1,
          comment: null,
          correction: null,
        };
        const judge = {
          promptId: null,
          messages: [{ role: "user", content: "{{output}}" }],
          inputs: [{ name: "output", path: "output" }],
          labels: [{ label: "yes", value: 1 }],
          minimum: null,
          maximum: null,
          connectionId: "c",
          model: "m",
          settings: null,
        };
        const kept = { ...example, stepId: "step-of-bob", threadId: null };
        const ofStep = { ...example, stepId: "s", threadId: null };
        const ofThread = { ...example, stepId: null, threadId: "t" };
        const version = { createdAt: 1, description: null, kind: "LLM", target: "STEP", scoreName: "s" } as const;
        const info = { createdAt: 1, updatedAt: 1, description: null, archivedAt: null };
        await store.evaluators.create(
          project,
          { ...info, id: "with-examples", name: "with examples" },
          { ...version, id: "judge-1", definition: { ...judge, examples: [ofThread] } },
          9,
        );
        await store.evaluators.addVersion(
          project,
          {
            ...version,
            id: "judge-2",
            evaluatorId: "with-examples",
            definition: { ...judge, examples: [ofStep, kept] },
          },
          9,
        );
        await deleteAll(store, "u");
        const versions = await store.evaluators.getVersions(project, ["judge-1", "judge-2"]);
        expect(versions.map((each) => each?.definition)).toEqual([judge, { ...judge, examples: [kept] }]);
      }));

    test("is not stored again by late copies, but a new thread creates the user again", () =>
      withStore(openStore, async (store) => {
        await seedEveryKind(store, project);
        await deleteAll(store, "u");
        expect(await store.steps.ingest(project, [{ id: "s", createdAt: 3, threadId: "t" }])).toEqual(["deleted"]);
        const write = { createdAt: 2, participant: "ann", newUserId: "again" };
        expect(await store.threads.ingest(project, [{ ...write, id: "t" }])).toEqual(["deleted"]);
        expect(await store.users.findByIdentifier(project, "ann")).toBeNull();
        await store.threads.upsert(project, { ...write, id: "later" });
        expect((await store.users.findByIdentifier(project, "ann"))?.id).toBe("again");
      }));

    test("is deleted in parts, and the remaining sums are the sums of other users", () =>
      withStore(openStore, async (store) => {
        const threadIds = Array.from({ length: 60 }, (_, index) => `t${index}`);
        await store.threads.ingest(
          project,
          threadIds.map((id, index) => ({ id, createdAt: 10, participant: index % 20 ? "ann" : "bob", newUserId: id })),
        );
        const generation = { tokenCount: 1 };
        const steps = threadIds.flatMap((threadId) =>
          Array.from({ length: 10 }, (_, index) => ({
            id: `${threadId}-${index}`,
            createdAt: 10,
            threadId,
            generation,
          })),
        );
        await store.steps.ingest(project, steps);
        const ann = await store.users.findByIdentifier(project, "ann");
        const { parts, deleted } = await deleteAll(store, ann?.id ?? "");
        expect(parts).toBeGreaterThan(2);
        expect(deleted).toMatchObject({ threads: 57, steps: 570, generations: 570, scores: 0 });
        expect(await store.threads.count(project, {})).toBe(3);
        expect(await store.steps.count(project, {})).toBe(30);
        const bob = await store.users.findByIdentifier(project, "bob");
        expect(await store.users.activity(project, [bob?.id ?? ""])).toMatchObject([
          { threadCount: 3, tokenCount: 30 },
        ]);
      }));
  });
}
