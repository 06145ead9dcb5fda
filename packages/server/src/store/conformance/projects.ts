import { describe, expect, test } from "vitest";
import { ConflictError, MissingProjectError } from "../errors.ts";
import { type ApiKeyRecord, useIntervalMs } from "../projects.ts";
import type { ExportedRecord, Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { seedEveryKind } from "./seed-every-kind.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const key: ApiKeyRecord = {
  id: "key-1",
  projectId: project,
  name: "ci",
  scopes: ["ingest", "read"],
  origins: null,
  hash: "aa",
  prefix: "tl_",
  last4: "wxyz",
  createdBy: null,
  lastUsedAt: null,
  expiresAt: null,
  createdAt: 5,
  revokedAt: null,
};

async function exported(store: Store, projectId: string): Promise<ExportedRecord[]> {
  const records: ExportedRecord[] = [];
  for await (const record of store.exportRecords(projectId)) records.push(record);
  return records;
}

function readsOf(store: Store, projectId: string): Promise<unknown>[] {
  const { threads, steps, scores, users, files, prices, analytics, prompts, datasets, experiments, views } = store;
  const analysis = { resource: "steps", filters: [] } as const;
  const series = { metrics: ["stepCount"], from: 0, to: 9, maxPoints: 5, offset: 0, groupLimit: 5 } as const;
  return [
    threads.list(projectId, { first: 5 }),
    threads.getMany(projectId, ["t"]),
    steps.list(projectId, { first: 5 }),
    steps.count(projectId, {}),
    steps.getMany(projectId, ["s"]),
    steps.outlineOfThread(projectId, "t"),
    store.generations.get(projectId, "s"),
    scores.getMany(projectId, ["c"]),
    users.findByIdentifier(projectId, "ann"),
    files.getFile(projectId, "k"),
    files.getAttachment(projectId, "a"),
    prices.list(projectId),
    analytics.statistics(projectId, analysis),
    analytics.timeSeries(projectId, series),
    prompts.getLineages(projectId, ["l"]),
    datasets.getMany(projectId, ["d"]),
    experiments.list(projectId, { first: 5 }),
    views.get(projectId, "v"),
    store.dashboards.get(projectId, "db"),
    store.modelConnections.get(projectId, "mc"),
    store.evaluators.get(projectId, "ev"),
    store.evaluationRules.get(projectId, "er"),
    store.reviewQueues.getMany(projectId, ["rq"]),
    store.alerts.get(projectId, "al"),
    store.channels.get(projectId, "ch"),
    store.shares.ofThread(projectId, "t"),
    store.accounts.members(projectId),
    steps.ingest(projectId, [{ id: "late", createdAt: 1 }]),
    exported(store, projectId),
  ];
}

export function describeProjects(openStore: OpenStore): void {
  describe("projects", () => {
    test("a project is found by id and by name", () =>
      withStore(openStore, async ({ projects }) => {
        const record = { id: project, name: "alpha", createdAt: 1 };
        expect(await projects.find(project)).toEqual(record);
        expect(await projects.find("alpha")).toEqual(record);
        expect(await projects.find("third")).toBeNull();
        expect((await projects.list()).map((each) => each.id)).toEqual([project, otherProject]);
      }));

    test("a project name is unique", () =>
      withStore(openStore, async ({ projects }) => {
        await expect(projects.create({ id: "c", name: "alpha", createdAt: 3 })).rejects.toThrow(ConflictError);
      }));

    test("a project is renamed to a free name", () =>
      withStore(openStore, async ({ projects }) => {
        expect(await projects.rename(project, "gamma")).toEqual({ id: project, name: "gamma", createdAt: 1 });
        expect(await projects.rename(project, "gamma")).toEqual({ id: project, name: "gamma", createdAt: 1 });
        expect((await projects.find("gamma"))?.id).toBe(project);
        expect(await projects.find("alpha")).toBeNull();
        expect(await projects.rename("none", "delta")).toBeNull();
        await expect(projects.rename(project, "beta")).rejects.toThrow(ConflictError);
      }));

    test("a key is found by its hash, and creating it twice changes nothing", () =>
      withStore(openStore, async ({ projects }) => {
        await projects.createKey(key);
        expect(await projects.createKey({ ...key, id: "key-2" })).toEqual(key);
        await expect(projects.createKey({ ...key, hash: "another hash" })).rejects.toThrow(ConflictError);
        expect(await projects.findKey("aa")).toEqual(key);
        expect(await projects.findKey("bb")).toBeNull();
        expect(await projects.listKeys(project)).toEqual([key]);
        expect(await projects.listKeys(otherProject)).toEqual([]);
      }));

    test("a key keeps its origins", () =>
      withStore(openStore, async ({ projects }) => {
        const browserKey = {
          ...key,
          scopes: ["browser"],
          origins: ["https://a.example", "https://b.example"],
        } as const;
        await projects.createKey(browserKey);
        expect(await projects.findKey("aa")).toEqual(browserKey);
        expect(await projects.listKeys(project)).toEqual([browserKey]);
      }));

    test("a key keeps its expiry, also when it is used and revoked", () =>
      withStore(openStore, async ({ projects }) => {
        const expiring = { ...key, expiresAt: 1_800_000_000_000 };
        await projects.createKey(expiring);
        expect(await projects.findKey("aa")).toEqual(expiring);
        await projects.recordKeyUse(project, "key-1", 1_000);
        const used = { ...expiring, lastUsedAt: 1_000 };
        expect(await projects.listKeys(project)).toEqual([used]);
        expect(await projects.revokeKey(project, "key-1", 7)).toEqual({ ...used, revokedAt: 7 });
      }));

    test("the uses of a key are stored once an hour, with its creator", () =>
      withStore(openStore, async ({ projects }) => {
        const created = { ...key, createdBy: "Ada" };
        await projects.createKey(created);
        await projects.recordKeyUse(otherProject, "key-1", 1_000);
        expect(await projects.listKeys(project)).toEqual([created]);
        const later = 1_000 + useIntervalMs;
        const ahead = later + 9 * useIntervalMs;
        const uses = [1_000, later - 1, 999, later, ahead, later + 1, later];
        const stored: unknown[] = [];
        for (const at of uses) {
          await projects.recordKeyUse(project, "key-1", at);
          stored.push((await projects.findKey("aa"))?.lastUsedAt);
        }
        expect(stored).toEqual([1_000, 1_000, 1_000, later, ahead, later + 1, later + 1]);
        expect(await projects.revokeKey(project, "key-1", 7)).toEqual({
          ...created,
          lastUsedAt: later + 1,
          revokedAt: 7,
        });
      }));

    test("revoking a key twice keeps the first time, and another project cannot revoke it", () =>
      withStore(openStore, async ({ projects }) => {
        await projects.createKey(key);
        expect(await projects.revokeKey(otherProject, "key-1", 6)).toBeNull();
        await projects.revokeKey(project, "key-1", 7);
        expect(await projects.revokeKey(project, "key-1", 8)).toEqual({ ...key, revokedAt: 7 });
      }));

    test("deleting a project deletes all its records, and none of another project", () =>
      withStore(openStore, async (store) => {
        const { projects, shares, files } = store;
        for (const id of [project, otherProject]) {
          await seedEveryKind(store, id);
          await shares.create(
            id,
            { id: `share of ${id}`, createdAt: 1, threadId: "t", createdBy: null, expiresAt: null },
            9,
          );
          await projects.createKey({ ...key, projectId: id, hash: `hash of ${id}` });
        }
        const others = await exported(store, otherProject);
        const sums = () =>
          store.analytics.timeSeries(otherProject, {
            metrics: ["stepCount", "threadCount", "scoreCount", "tokenCount"],
            from: 0,
            to: 100_000,
            bucketLength: 60_000,
            maxPoints: 5,
            offset: 0,
            groupLimit: 5,
          });
        await store.analytics.settle();
        const { lines } = await sums();

        expect(await projects.delete("none", 9)).toBeNull();
        expect(await projects.delete(project, 9)).toEqual({ id: project, name: "alpha", createdAt: 1 });
        const expectGone = async (): Promise<void> => {
          const answers = await Promise.allSettled(readsOf(store, project));
          const found = answers.map((answer) => (answer.status === "rejected" ? answer.reason : answer.value));
          expect(found.filter((each) => !(each instanceof MissingProjectError))).toEqual([]);
          expect(await projects.find("alpha")).toBeNull();
          expect(await projects.findKey(`hash of ${project}`)).toBeNull();
          expect(await shares.find(`share of ${project}`)).toBeNull();
          expect(await projects.delete(project, 9)).toBeNull();
        };
        await expectGone();
        expect(await files.leftOver(9)).toEqual(["k"]);
        await projects.settle();
        await expectGone();
        await files.forgetLeftOver(["k"]);
        expect(await files.leftOver(9)).toEqual([]);

        expect(await exported(store, otherProject)).toEqual(others);
        expect((await sums()).lines).toEqual(lines);
        expect((await shares.find(`share of ${otherProject}`))?.projectId).toBe(otherProject);
        expect(await projects.findKey(`hash of ${otherProject}`)).not.toBeNull();
        // New records that reuse the keys of the deleted ones are counted as usual.
        await store.steps.ingest(otherProject, [
          { id: "s2", createdAt: 3, threadId: "t2", generation: { tokenCount: 2 } },
        ]);
        const grown = lines.map(({ total }, index) => (total ?? 0) + ([1, 1, 0, 2][index] ?? 0));
        expect((await sums()).lines.map(({ total }) => total)).toEqual(grown);
        await store.analytics.settle();
        expect((await sums()).lines.map(({ total }) => total)).toEqual(grown);

        await projects.create({ id: project, name: "alpha", createdAt: 7 });
        expect(await exported(store, project)).toEqual([]);
        await seedEveryKind(store, project);
        expect((await store.steps.list(project, { first: 5 })).edges.map(({ node }) => node.id)).toEqual(["s"]);
      }));

    test("a project created after the newest one was deleted sees none of its records", () =>
      withStore(openStore, async (store) => {
        await seedEveryKind(store, otherProject);
        await store.projects.delete(otherProject, 9);
        await store.projects.create({ id: "next", name: "next", createdAt: 9 });
        expect(await exported(store, "next")).toEqual([]);
        await store.projects.settle();
        expect(await store.accounts.members("next")).toEqual([]);
        await seedEveryKind(store, "next");
        await store.projects.settle();
        expect((await store.steps.list("next", { first: 5 })).edges.map(({ node }) => node.id)).toEqual(["s"]);
      }));

    test("the only project cannot be deleted", () =>
      withStore(openStore, async ({ projects }) => {
        await projects.delete(project, 9);
        await expect(projects.delete(otherProject, 9)).rejects.toThrow(ConflictError);
        expect((await projects.list()).map(({ id }) => id)).toEqual([otherProject]);
      }));
  });
}
