import { describe, expect, test } from "vitest";
import type { Filter, ListQuery } from "../list.ts";
import type { StepWrite } from "../steps.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { indexed } from "./indexed.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const hour = 3_600_000;
const now = Date.UTC(2026, 2, 20, 12);
const yesterday = now - 24 * hour;
const lastWeek = now - 7 * 24 * hour;

const since = (value: number): Filter => ({ field: "createdAt", operator: "gte", value });
const before = (value: number): Filter => ({ field: "createdAt", operator: "lt", value });

async function ids(
  { steps }: Pick<Store, "steps">,
  filters: readonly Filter[] = [],
  query: Partial<ListQuery> = {},
): Promise<string> {
  const page = await steps.list(project, { first: 20, filters, ...query });
  return page.edges.map(({ node }) => node.id).join(" ");
}

async function counted({ analytics }: Store, metric: "stepCount" | "threadCount" | "generationCount"): Promise<string> {
  const query = { metrics: [metric], from: now - 240 * hour, to: now + hour, bucketLength: hour, offset: 0 };
  const { lines, times } = await analytics.timeSeries(project, { ...query, maxPoints: 500, groupLimit: 5 });
  const values = lines[0]?.values ?? [];
  return times.flatMap((time, place) => (values[place] ? `${(now - time) / hour}h: ${values[place]}` : [])).join(", ");
}

/** Waits until rollups and indexes are up to date, so that a change affects stored data. */
async function settled(store: Store): Promise<void> {
  await store.analytics.settle();
  await indexed(store);
}

/** Conformance tests of event time, which lists, charts and retention use instead of arrival time. */
export function describeTimes(openStore: OpenStore): void {
  describe("times", () => {
    test("a step is listed by its start, and its arrival time is kept", () =>
      withStore(openStore, async (store) => {
        await store.steps.ingest(project, [
          { id: "live", createdAt: now, threadId: "t", startTime: now - 5 },
          { id: "backfilled", createdAt: now + 1, threadId: "t", startTime: lastWeek, generation: { model: "m" } },
          { id: "spooled", createdAt: now + 2, startTime: yesterday },
          { id: "untimed", createdAt: now + 3 },
          { id: "imported", createdAt: lastWeek + 1, receivedAt: now + 4 },
          { id: "future", createdAt: now + 5, startTime: now + 48 * hour },
        ]);
        expect(await ids(store)).toBe("future untimed live spooled imported backfilled");
        expect(await ids(store, [since(yesterday), before(now)])).toBe("live spooled");
        expect(await ids(store, [before(yesterday)])).toBe("imported backfilled");
        const { edges } = await store.steps.list(project, { first: 2 });
        expect(await ids(store, [], { first: 2, after: edges.at(-1)?.cursor ?? "" })).toBe("live spooled");
        expect(await ids(store, [{ field: "threadId", operator: "eq", value: "t" }], { first: 1 })).toBe("live");
        const [backfilled, imported] = await store.steps.getMany(project, ["backfilled", "imported"]);
        expect(backfilled).toMatchObject({ createdAt: lastWeek, startTime: lastWeek, receivedAt: now + 1 });
        expect(imported).toMatchObject({ createdAt: lastWeek + 1, startTime: null, receivedAt: now + 4 });
        expect(await counted(store, "stepCount")).toBe("168h: 2, 24h: 1, 1h: 1, 0h: 1");
        expect(await counted(store, "generationCount")).toBe("168h: 1");
        expect(await store.generations.count(project, { filters: [before(yesterday)] })).toBe(1);
        const facets = { resource: "steps", filters: [before(yesterday)], facets: [], limit: 1 } as const;
        expect((await store.analytics.facets(project, facets)).recordCount).toBe(2);
      }));

    test("a later start time moves a stored step in lists, indexes and sums", () =>
      withStore(openStore, async (store) => {
        const words = { content: "nightingale" };
        const open: StepWrite = {
          id: "s",
          createdAt: now,
          threadId: "t",
          tags: ["bird"],
          input: words,
          metadata: { a: 1 },
        };
        await store.steps.ingest(project, [
          { ...open, generation: { tags: ["call"] } },
          { id: "other", createdAt: now - 1 },
        ]);
        await settled(store);
        const found: Readonly<Record<string, Filter>> = {
          tag: { field: "tags", operator: "in", value: ["bird"] },
          word: { field: "content", operator: "ilike", value: "nightingale" },
          metadata: { field: "metadata", operator: "eq", path: "a", value: 1 },
          thread: { field: "threadId", operator: "eq", value: "t" },
        };
        const expectAt = async (time: number, order: string, hours: string): Promise<void> => {
          expect(await ids(store)).toBe(order);
          for (const filter of Object.values(found)) {
            expect(await ids(store, [filter])).toBe("s");
            expect(await ids(store, [filter, since(time), before(time + 1)])).toBe("s");
            expect(await store.steps.count(project, { filters: [filter, since(time), before(time + 1)] })).toBe(1);
            expect(await store.steps.count(project, { filters: [filter, since(time + 1)] })).toBe(0);
          }
          const calls: Filter[] = [{ field: "tags", operator: "in", value: ["call"] }, since(time), before(time + 1)];
          expect(await store.generations.count(project, { filters: calls })).toBe(1);
          expect((await store.threads.getMany(project, ["t"]))[0]).toMatchObject({ createdAt: time, receivedAt: now });
          expect([await counted(store, "generationCount"), await counted(store, "threadCount")]).toEqual([
            hours,
            hours,
          ]);
        };
        await expectAt(now, "s other", "0h: 1");
        await store.steps.ingest(project, [{ id: "s", createdAt: now + 9, startTime: lastWeek }]);
        await expectAt(lastWeek, "other s", "168h: 1");
        await settled(store);
        await expectAt(lastWeek, "other s", "168h: 1");
        await store.steps.ingest(project, [{ id: "s", createdAt: now + 9, startTime: yesterday }]);
        await expectAt(yesterday, "other s", "24h: 1");
        await store.steps.ingest(project, [{ id: "s", createdAt: now + 9, startTime: null }]);
        await settled(store);
        await expectAt(now, "s other", "0h: 1");
      }));

    test("a given creation time counts if there is no start time, whichever arrives first", () =>
      withStore(openStore, async (store) => {
        const given: StepWrite = { id: "a", createdAt: lastWeek, receivedAt: now };
        const started: StepWrite = { id: "a", createdAt: now + 1, startTime: yesterday };
        await store.steps.ingest(project, [given, started]);
        await store.steps.ingest(project, [
          { ...started, id: "b" },
          { ...given, id: "b" },
        ]);
        const both = async (): Promise<(number | undefined)[]> =>
          (await store.steps.getMany(project, ["a", "b"])).map((step) => step?.createdAt);
        expect(await both()).toEqual([yesterday, yesterday]);
        await store.steps.ingest(
          project,
          ["a", "b"].map((id) => ({ id, createdAt: now + 2, startTime: null })),
        );
        expect(await both()).toEqual([lastWeek, lastWeek]);
      }));

    test("of steps that start in the same millisecond, parents come first, then those that the client started first", () =>
      withStore(openStore, async ({ steps }) => {
        const began = { createdAt: now, threadId: "t", startTime: yesterday } as const;
        await steps.ingest(project, [
          { ...began, id: "third", parentId: "run", startMicros: 3 },
          { ...began, id: "inside", parentId: "first", startMicros: 2 },
          { ...began, id: "circle", parentId: "round", startMicros: 5 },
          { ...began, id: "round", parentId: "circle", startMicros: 6 },
          { ...began, id: "first", parentId: "run", startMicros: 1 },
          { ...began, id: "old client", parentId: "run" },
          { ...began, id: "run" },
        ]);
        const order = ["run", "old client", "first", "inside", "third", "round", "circle"];
        const idsOf = (found: readonly { readonly id: string }[] | undefined) => found?.map(({ id }) => id);
        expect(idsOf((await steps.ofThreads(project, ["t"]))[0])).toEqual(order);
        expect((await steps.outlineOfThread(project, "t"))?.id).toEqual(order);
        expect(idsOf(await steps.descendants(project, "run"))).toEqual(order.slice(1, 5));
        // A step without microseconds, as from an older client, keeps the stored microseconds if the start time is the
        // same. Another start time clears them.
        await steps.ingest(project, [
          { ...began, id: "third" },
          { id: "first", createdAt: now, startTime: yesterday + 1 },
        ]);
        const moved = ["run", "old client", "inside", "third", "round", "circle", "first"];
        expect(idsOf((await steps.ofThreads(project, ["t"]))[0])).toEqual(moved);
      }));

    test("lists are ordered by start, duration and cost, across pages, with missing values last", () =>
      withStore(openStore, async ({ steps, generations, threads }) => {
        const call = (id: string, seconds: number | null, inputTokenCount: number | null): StepWrite => ({
          id,
          createdAt: now,
          threadId: `thread of ${id}`,
          startTime: yesterday - Number(id) * hour,
          endTime: seconds === null ? null : yesterday - Number(id) * hour + seconds * 1_000,
          generation: { model: "gpt-4o", inputTokenCount },
        });
        await steps.ingest(project, [call("1", 2, 30), call("2", 9, null), call("3", null, 90), call("4", 5, 60)]);
        const walk = async (lister: typeof steps | typeof threads, column: string): Promise<string[]> => {
          const orders: string[] = [];
          for (const direction of ["ASC", "DESC"] as const) {
            const query = { orderBy: { column, direction }, first: 2 };
            // oxlint-disable-next-line no-await-in-loop -- one page after the other, here and below
            const first = await lister.list(project, query);
            // oxlint-disable-next-line no-await-in-loop
            const rest = await lister.list(project, { ...query, after: first.edges.at(-1)?.cursor });
            orders.push([...first.edges, ...rest.edges].map(({ node }) => node.id.at(-1)).join(" "));
          }
          return orders;
        };
        for (const lister of [steps, generations, threads] as const) {
          // oxlint-disable-next-line no-await-in-loop
          expect(await walk(lister as typeof steps, "startTime")).toEqual(["4 3 2 1", "1 2 3 4"]);
          // oxlint-disable-next-line no-await-in-loop
          expect(await walk(lister as typeof steps, "duration")).toEqual(["1 4 2 3", "2 4 1 3"]);
        }
        expect(await walk(generations as unknown as typeof steps, "cost")).toEqual(["1 4 3 2", "3 4 1 2"]);
      }));

    test("threads keep the order of their first steps when old ones are imported and late ones arrive", () =>
      withStore(openStore, async (store) => {
        const at = (id: string, startTime: number): StepWrite => ({ id, createdAt: now, threadId: id, startTime });
        const order = async (projectId: string): Promise<string[]> => {
          const columns = ["createdAt", "startTime"].map((column) => ({ column, direction: "DESC" }) as const);
          const pages = await Promise.all(
            columns.map((orderBy) => store.threads.list(projectId, { first: 9, orderBy })),
          );
          return pages.map(({ edges }) => edges.map(({ node }) => node.id).join(" "));
        };
        await store.steps.ingest(project, [at("old", lastWeek), at("older", lastWeek - hour), at("recent", yesterday)]);
        expect(await order(project)).toEqual(["recent old older", "recent old older"]);
        await store.steps.ingest(otherProject, [at("present", now), at("past", lastWeek - 30 * 60_000)]);
        await store.importRecords(otherProject, store.exportRecords(project));
        const imported = "present recent old past older";
        expect(await order(otherProject)).toEqual([imported, imported]);
        // Delayed records arrive: an earlier step of an existing thread, and a step with a new thread.
        await store.steps.ingest(otherProject, [
          { ...at("spooled", lastWeek - 2 * hour), threadId: "recent" },
          at("kept", yesterday + hour),
        ]);
        const late = "present kept old past older recent";
        expect(await order(otherProject)).toEqual([late, late]);
      }));

    test("a thread has the time of its first and last step; without steps, it has the time of its arrival", () =>
      withStore(openStore, async (store) => {
        const { threads, steps } = store;
        const tags = ["vip"];
        await threads.upsert(project, { id: "t", createdAt: now, tags, participant: "ann", newUserId: "ann" });
        await threads.upsert(project, { id: "u", createdAt: yesterday + 1, newUserId: "n" });
        await settled(store);
        const order = async (filters: readonly Filter[] = []): Promise<string> =>
          (await threads.list(project, { first: 9, filters })).edges.map(({ node }) => node.id).join(" ");
        const tagged: Filter = { field: "tags", operator: "in", value: tags };
        expect(await order()).toBe("t u");
        await steps.ingest(project, [
          { id: "1", createdAt: now + 1, threadId: "t", startTime: yesterday, endTime: yesterday + 50 },
          { id: "2", createdAt: now + 2, threadId: "t", startTime: lastWeek, endTime: lastWeek + 50 },
        ]);
        const times = { createdAt: lastWeek, receivedAt: now, startTime: lastWeek, endTime: yesterday + 50 };
        expect((await threads.getMany(project, ["t"]))[0]).toMatchObject(times);
        expect([await order(), await order([tagged, before(yesterday)])]).toEqual(["u t", "t"]);
        expect(await counted(store, "threadCount")).toBe("168h: 1, 24h: 1");
        expect((await store.users.activity(project, ["ann"]))[0]?.lastEngaged).toBe(yesterday + 50);

        await steps.delete(project, "2", now);
        expect((await threads.getMany(project, ["t"]))[0]).toMatchObject({
          createdAt: yesterday,
          startTime: yesterday,
        });
        await steps.delete(project, "1", now);
        expect((await threads.getMany(project, ["t"]))[0]).toMatchObject({ createdAt: now, startTime: null });
        expect([await order([tagged]), await counted(store, "threadCount")]).toEqual(["t", "24h: 1, 0h: 1"]);
      }));
  });
}
