import { describe, expect, test } from "vitest";
import { ConflictError } from "../errors.ts";
import type { Filter } from "../list.ts";
import type { ModelPriceRecord } from "../prices.ts";
import type { ScoreWrite } from "../scores.ts";
import type { ThreadPeriod } from "../users.ts";
import type { OpenStore } from "./open-store.ts";
import { openWithProjects } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const ada = { id: "user-1", createdAt: 10, identifier: "ada", metadata: { plan: "pro" } };
const bob = { id: "user-2", createdAt: 20, identifier: "bob", metadata: {} };

const dollarPrice: ModelPriceRecord = {
  id: "price",
  createdAt: 1,
  updatedAt: 1,
  name: null,
  match: "priced",
  provider: null,
  inputPrice: 1,
  outputPrice: 1,
  cachedInputPrice: null,
  cacheWritePrice: null,
  reasoningPrice: null,
  validFrom: null,
  validTo: null,
};

export function describeUsers(openStore: OpenStore): void {
  describe("users", () => {
    test("a user is found by id and by identifier, only in its project", async () => {
      const store = await openWithProjects(openStore);
      expect(await store.users.create("project-a", ada)).toEqual(ada);
      expect(await store.users.getMany("project-a", ["user-2", "user-1"])).toEqual([null, ada]);
      expect(await store.users.findByIdentifier("project-a", "ada")).toEqual(ada);
      expect(await store.users.getMany("project-b", ["user-1"])).toEqual([null]);
      expect(await store.users.findByIdentifier("project-b", "ada")).toBeNull();
      await store.close();
    });

    test("an identifier is unique in a project", async () => {
      const store = await openWithProjects(openStore);
      await store.users.create("project-a", ada);
      await store.users.create("project-a", bob);
      await store.users.create("project-b", ada);
      await expect(store.users.create("project-a", { ...ada, id: "user-3" })).rejects.toThrow(ConflictError);
      await expect(store.users.update("project-a", "user-2", { identifier: "ada" }, 1)).rejects.toThrow(ConflictError);
      await store.close();
    });

    test("an update keeps absent fields", async () => {
      const store = await openWithProjects(openStore);
      await store.users.create("project-a", ada);
      expect(await store.users.update("project-a", "user-1", { identifier: "ada@x" }, 1)).toEqual({
        ...ada,
        identifier: "ada@x",
      });
      expect(await store.users.update("project-a", "user-1", { metadata: { plan: "free" } }, 1)).toEqual({
        ...ada,
        identifier: "ada@x",
        metadata: { plan: "free" },
      });
      expect(await store.users.update("project-b", "user-1", { metadata: {} }, 1)).toBeNull();
      await store.close();
    });

    test("activity sums the threads of each user", async () => {
      const store = await openWithProjects(openStore);
      await store.users.create("project-a", ada);
      await store.users.create("project-a", bob);
      for (const id of ["thread-1", "thread-2"])
        await store.threads.upsert("project-a", { id, createdAt: 1_000, participant: "user-1", newUserId: "unused" });
      await store.steps.ingest("project-a", [
        { id: "step-1", createdAt: 1_000, threadId: "thread-1", endTime: 5_000, generation: { tokenCount: 7 } },
        { id: "step-2", createdAt: 1_000, threadId: "thread-2", startTime: 3_000, generation: { tokenCount: 5 } },
      ]);
      expect(await store.users.activity("project-a", ["user-2", "user-1"])).toEqual([
        { lastEngaged: null, firstEngaged: null, threadCount: 0, tokenCount: 0 },
        { lastEngaged: 5_000, firstEngaged: 1_000, threadCount: 2, tokenCount: 12 },
      ]);
      expect(await store.users.activity("project-b", ["user-1"])).toEqual([
        { lastEngaged: null, firstEngaged: null, threadCount: 0, tokenCount: 0 },
      ]);
      await store.close();
    });

    test("scores are averaged for each user, from threads, steps and generations", () =>
      withStore(openStore, async (store) => {
        const { users, threads, steps, scores } = store;
        for (const id of ["ada", "bob", "eve"]) {
          // oxlint-disable-next-line no-await-in-loop -- one user after the other
          await users.create(project, { id, createdAt: 1, identifier: id, metadata: {} });
          // oxlint-disable-next-line no-await-in-loop -- as above
          await threads.upsert(project, { id, createdAt: 1, participant: id, newUserId: "unused" });
        }
        await steps.ingest(project, [
          { id: "step", createdAt: 1, threadId: "ada" },
          { id: "call", createdAt: 1, threadId: "bob", generation: {} },
          { id: "loose", createdAt: 1 },
        ]);
        const score = (id: string, value: number, subject: Partial<ScoreWrite>): ScoreWrite => ({
          id,
          at: 1,
          name: "helpful",
          type: "HUMAN",
          value,
          ...subject,
        });
        await scores.upsertMany(project, [
          score("1", 1, { threadId: "ada" }),
          score("2", 0, { stepId: "step" }),
          score("3", 0.25, { generationId: "call" }),
          score("4", 9, { stepId: "loose" }),
          score("5", 9, { threadId: "eve", name: "other" }),
          score("6", 9, { stepId: "unknown" }),
        ]);
        expect(await users.scores(project, ["eve", "ada", "bob", "none"], "helpful")).toEqual([
          null,
          { name: "helpful", count: 2, average: 0.5 },
          { name: "helpful", count: 1, average: 0.25 },
          null,
        ]);
        expect(await users.scores(otherProject, ["ada"], "helpful")).toEqual([null]);
      }));

    test("a deleted user leaves the threads without a participant", async () => {
      const store = await openWithProjects(openStore);
      await store.users.create("project-a", ada);
      await store.threads.upsert("project-a", {
        id: "thread-1",
        createdAt: 1,
        participant: "ada",
        newUserId: "unused",
      });
      expect(await store.users.delete("project-b", "user-1", 1)).toBeNull();
      expect(await store.users.delete("project-a", "user-1", 1)).toEqual(ada);
      const [thread] = await store.threads.getMany("project-a", ["thread-1"]);
      expect(thread?.participantId).toBeNull();
      expect(await store.users.findByIdentifier("project-a", "ada")).toBeNull();
      await store.close();
    });

    test("users are listed by last activity, whatever changes their threads", () =>
      withStore(openStore, async (store) => {
        const { users, threads, steps } = store;
        for (const [index, identifier] of ["ada", "bob", "eve", "idle"].entries()) {
          await users.create(project, { id: identifier, createdAt: index, identifier, metadata: {} });
        }
        const listed = async (direction: "ASC" | "DESC" = "DESC"): Promise<string> => {
          const orderBy = { column: "lastEngaged", direction } as const;
          const first = await users.list(project, { first: 2, orderBy });
          const rest = await users.list(project, { first: 9, orderBy, after: first.edges.at(-1)?.cursor });
          return [...first.edges, ...rest.edges].map(({ node }) => node.id).join(" ");
        };
        const open = (id: string, participant: string, createdAt: number) =>
          threads.upsert(project, { id, createdAt, participant, newUserId: "unused" });
        await open("a", "ada", 10);
        await open("a2", "ada", 40);
        await open("b", "bob", 20);
        await open("e", "eve", 30);
        expect(await listed()).toBe("ada eve bob idle");
        expect(await listed("ASC")).toBe("bob eve ada idle");
        await steps.ingest(project, [{ id: "s", createdAt: 21, threadId: "b", endTime: 50 }]);
        expect(await listed()).toBe("bob ada eve idle");
        await steps.delete(project, "s", 60);
        expect(await listed()).toBe("ada eve bob idle");
        await threads.delete(project, "a2", 60);
        expect(await listed()).toBe("eve bob ada idle");
        await open("e", "ada", 30);
        expect(await listed()).toBe("ada bob idle eve");
        await users.delete(project, "ada", 1);
        expect(await listed()).toBe("bob idle eve");
        expect((await users.activity(project, ["bob", "eve"])).map(({ lastEngaged }) => lastEngaged)).toEqual([
          20,
          null,
        ]);
        expect(
          (await users.list(otherProject, { first: 9, orderBy: { column: "lastEngaged", direction: "DESC" } })).edges,
        ).toEqual([]);
      }));

    test("users are ordered by first activity, threads, errors, tokens and cost, page by page; those without a value come last", () =>
      withStore(openStore, async (store) => {
        await store.prices.create(project, dollarPrice);
        await store.users.create(project, { id: "none", createdAt: 1, identifier: "none", metadata: {} });
        for (const [name, tokens, model] of [
          ["ann", 30, "priced"],
          ["bob", 20, "free"],
          ["eve", 10, "priced"],
        ] as const) {
          // oxlint-disable-next-line no-await-in-loop -- one user after the other
          await store.threads.upsert(project, { id: name, createdAt: 1, participant: name, newUserId: name });
          // oxlint-disable-next-line no-await-in-loop -- as above
          await store.steps.ingest(project, [
            { id: name, createdAt: 1, threadId: name, generation: { model, outputTokenCount: tokens } },
          ]);
        }
        await store.threads.upsert(project, { id: "more", createdAt: 2, participant: "eve", newUserId: "unused" });
        await store.steps.ingest(project, [
          { id: "f1", createdAt: 1, threadId: "bob", error: "a" },
          { id: "f2", createdAt: 3, threadId: "more", error: "b" },
          { id: "f3", createdAt: 3, threadId: "eve", error: "c" },
          { id: "f4", createdAt: 4, threadId: "eve", error: "d" },
        ]);
        await store.threads.upsert(project, { id: "early", createdAt: 0, participant: "bob", newUserId: "unused" });
        const order = async (column: string, direction: "ASC" | "DESC"): Promise<string[]> => {
          const found: string[] = [];
          for (let after: string | undefined; ;) {
            // oxlint-disable-next-line no-await-in-loop -- one page after the other
            const page = await store.users.list(project, { first: 1, after, orderBy: { column, direction } });
            found.push(...page.edges.map(({ node }) => node.identifier));
            after = page.edges.at(-1)?.cursor;
            if (!page.hasNextPage) return found;
          }
        };
        expect(await order("tokenCount", "DESC")).toEqual(["ann", "bob", "eve", "none"]);
        expect(await order("tokenCount", "ASC")).toEqual(["none", "eve", "bob", "ann"]);
        expect((await order("threadCount", "DESC")).slice(0, 2)).toEqual(["eve", "bob"]);
        expect(await order("errorThreadCount", "DESC")).toEqual(["eve", "bob", "ann", "none"]);
        expect((await order("errorThreadCount", "ASC")).slice(2)).toEqual(["bob", "eve"]);
        expect(await store.users.errorThreadCounts(project, ["none", "bob", "eve", "unknown"])).toEqual([0, 1, 2, 0]);
        expect(await store.users.errorThreadCounts(otherProject, ["eve"])).toEqual([0]);
        expect((await order("firstEngaged", "ASC"))[0]).toBe("bob");
        expect((await order("firstEngaged", "ASC")).at(-1)).toBe("none");
        expect((await order("firstEngaged", "DESC")).slice(2)).toEqual(["bob", "none"]);
        expect((await order("threadCount", "ASC"))[0]).toBe("none");
        expect((await order("cost", "DESC")).slice(0, 2)).toEqual(["ann", "eve"]);
        expect((await order("cost", "ASC")).slice(0, 2)).toEqual(["eve", "ann"]);
        expect((await order("cost", "ASC")).slice(2).toSorted()).toEqual(["bob", "none"]);
        expect((await order("lastEngaged", "DESC")).at(-1)).toBe("none");
      }));

    test("the figures, filters and orders of a period count only the threads that were created in it", () =>
      withStore(openStore, async ({ users, threads, steps, scores, prices }) => {
        await prices.create(project, dollarPrice);
        for (const [id, participant, createdAt, tokens] of [
          ["a1", "ada", 10, 900],
          ["a2", "ada", 20, 1],
          ["a3", "ada", 30, 2],
          ["b1", "bob", 20, 50],
          ["e1", "eve", 40, 70],
        ] as const) {
          // oxlint-disable-next-line no-await-in-loop -- one thread after the other
          await threads.upsert(project, { id, createdAt, participant, newUserId: participant });
          // oxlint-disable-next-line no-await-in-loop -- as above
          await steps.ingest(project, [
            {
              id,
              createdAt,
              threadId: id,
              endTime: createdAt + 5,
              error: id === "b1" ? null : "failed",
              generation: { model: "priced", outputTokenCount: tokens },
            },
          ]);
          // oxlint-disable-next-line no-await-in-loop -- as above
          await scores.upsertMany(project, [{ id, at: 1, name: "good", type: "HUMAN", value: tokens, stepId: id }]);
        }
        const period = { from: 20, until: 40 };
        const ids = ["ada", "bob", "eve"];
        expect(await users.activity(project, ids, period)).toEqual([
          { lastEngaged: 35, firstEngaged: 20, threadCount: 2, tokenCount: 3 },
          { lastEngaged: 25, firstEngaged: 20, threadCount: 1, tokenCount: 50 },
          { lastEngaged: null, firstEngaged: null, threadCount: 0, tokenCount: 0 },
        ]);
        expect(await users.errorThreadCounts(project, ids, period)).toEqual([2, 0, 0]);
        const costs = async (within?: ThreadPeriod): Promise<(number | null)[]> =>
          (await prices.costsOfUsers(project, ids, within)).map((cost) => cost && Math.round(cost * 1_000_000));
        expect(await costs(period)).toEqual([3, 50, null]);
        expect(await costs({ from: null, until: 11 })).toEqual([900, null, null]);
        expect(await costs()).toEqual([903, 50, 70]);
        expect(await users.scores(project, ids, "good", period)).toEqual([
          { name: "good", count: 2, average: 1.5 },
          { name: "good", count: 1, average: 50 },
          null,
        ]);
        const order = async (column: string, direction: "ASC" | "DESC"): Promise<string> => {
          const orderBy = { column, direction };
          const first = await users.list(project, { first: 1, orderBy, period });
          const rest = await users.list(project, { first: 9, orderBy, period, after: first.edges[0]?.cursor });
          return [...first.edges, ...rest.edges].map(({ node }) => node.identifier).join(" ");
        };
        expect(await order("tokenCount", "DESC")).toBe("bob ada");
        expect(await order("cost", "ASC")).toBe("ada bob");
        expect(await order("threadCount", "ASC")).toBe("bob ada");
        expect(await order("errorThreadCount", "DESC")).toBe("ada bob");
        expect(await order("lastEngaged", "ASC")).toBe("bob ada");
        expect(await order("firstEngaged", "ASC")).toBe("ada bob");
        const count = (filters: readonly Filter[], within?: ThreadPeriod): Promise<number> =>
          users.count(project, { filters, period: within });
        expect(await count([], period)).toBe(2);
        expect(await count([{ field: "threadCount", operator: "gt", value: 1 }], period)).toBe(1);
        expect(await count([{ field: "lastEngaged", operator: "gt", value: 30 }], period)).toBe(1);
        expect(await count([], { from: 40, until: null })).toBe(1);
        expect(await count([])).toBe(3);
      }));

    test("users are filtered by the sums of their threads", async () => {
      const store = await openWithProjects(openStore);
      await store.users.create("project-a", ada);
      await store.users.create("project-a", bob);
      await store.threads.upsert("project-a", {
        id: "thread-1",
        createdAt: 1_000,
        participant: "bob",
        newUserId: "unused",
      });
      const find = async (filter: {
        field: string;
        operator: "gt" | "eq" | "is" | "in" | "nis" | "ilike" | "nilike";
        value: string[] | string | number | null;
      }) =>
        (await store.users.list("project-a", { first: 10, filters: [filter] })).edges.map(
          ({ node }) => node.identifier,
        );
      expect(await find({ field: "threadCount", operator: "gt", value: 0 })).toEqual(["bob"]);
      expect(await find({ field: "threadCount", operator: "eq", value: 0 })).toEqual(["ada"]);
      expect(await find({ field: "lastEngaged", operator: "is", value: null })).toEqual(["ada"]);
      expect(await find({ field: "lastEngaged", operator: "nis", value: null })).toEqual(["bob"]);
      expect(await find({ field: "identifier", operator: "in", value: ["ada", "nobody"] })).toEqual(["ada"]);
      expect(await find({ field: "identifier", operator: "ilike", value: "AD" })).toEqual(["ada"]);
      expect(await find({ field: "content", operator: "ilike", value: "AD" })).toEqual(["ada"]);
      expect(await find({ field: "content", operator: "ilike", value: "Pro" })).toEqual(["ada"]);
      expect(await find({ field: "content", operator: "nilike", value: "pro" })).toEqual(["bob"]);
      expect(await find({ field: "content", operator: "ilike", value: "Plan:PR" })).toEqual(["ada"]);
      expect(await find({ field: "content", operator: "ilike", value: "plan:free" })).toEqual([]);
      const metadata = { name: 'Änne "Ann" Lee', account: "CORP\\anne", address: "Street 1\nTown" };
      await store.users.create("project-a", { id: "user-3", createdAt: 30, identifier: 'a\\"b', metadata });
      for (const value of ['äNNE "ann" l', "corp\\ANNE", "1\nTown", 'A\\"B', "\\anne"]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect(await find({ field: "content", operator: "ilike", value })).toEqual(['a\\"b']);
      }
      await store.close();
    });
  });
}
