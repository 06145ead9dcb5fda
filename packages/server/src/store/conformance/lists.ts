import { describe, expect, test } from "vitest";
import { InvalidCursorError, type Filter, type ListQuery } from "../list.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

/** Ids of a page with markers: `<` if there is a previous page, `>` if there is a next one. */
async function page(store: Store, query: ListQuery): Promise<string> {
  const { edges, hasNextPage, hasPreviousPage } = await store.steps.list(project, query);
  return `${hasPreviousPage ? "<" : "|"} ${edges.map((edge) => edge.node.id).join(" ")} ${hasNextPage ? ">" : "|"}`;
}

async function cursorOf(store: Store, id: string): Promise<string> {
  const { edges } = await store.steps.list(project, { first: 100 });
  return edges.find((edge) => edge.node.id === id)?.cursor ?? "";
}

/** Creates steps 1 to 6; 3, 4 and 5 have the same time. */
async function seed(store: Store): Promise<void> {
  const times = [10, 20, 30, 30, 30, 40];
  await store.steps.ingest(
    project,
    times.map((createdAt, index) => ({ id: `${index + 1}`, createdAt, tags: index % 2 ? ["even"] : ["odd"] })),
  );
  await store.steps.ingest(otherProject, [{ id: "z", createdAt: 25 }]);
}

export function describeLists(openStore: OpenStore): void {
  describe("lists", () => {
    test("without an order the newest come first, ties in the reverse order of insertion", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        expect(await page(store, { first: 10 })).toBe("| 6 5 4 3 2 1 |");
        expect(await page(store, { first: 10, orderBy: { column: "createdAt", direction: "ASC" } })).toBe(
          "| 1 2 3 4 5 6 |",
        );
      }));

    test("pages follow each other forward and backward", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        expect(await page(store, { first: 2 })).toBe("| 6 5 >");
        expect(await page(store, { first: 2, after: await cursorOf(store, "5") })).toBe("< 4 3 >");
        expect(await page(store, { first: 2, after: await cursorOf(store, "3") })).toBe("< 2 1 |");
        expect(await page(store, { first: 2, after: await cursorOf(store, "1") })).toBe("<  |");
        expect(await page(store, { last: 2 })).toBe("< 2 1 |");
        expect(await page(store, { last: 2, before: await cursorOf(store, "2") })).toBe("< 4 3 >");
        expect(await page(store, { last: 3, before: await cursorOf(store, "4") })).toBe("| 6 5 >");
        expect(
          await page(store, { first: 10, after: await cursorOf(store, "6"), before: await cursorOf(store, "2") }),
        ).toBe("< 5 4 3 |");
        expect(
          await page(store, { last: 1, after: await cursorOf(store, "6"), before: await cursorOf(store, "2") }),
        ).toBe("< 3 >");
      }));

    test("a filtered list is paged like an unfiltered one", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        const filters: Filter[] = [{ field: "tags", operator: "in", value: ["odd"] }];
        expect(await page(store, { filters, first: 2 })).toBe("| 5 3 >");
        expect(await page(store, { filters, first: 2, after: await cursorOf(store, "3") })).toBe("< 1 |");
        expect(await page(store, { filters, last: 1 })).toBe("< 1 |");
        expect(await store.steps.count(project, { filters })).toBe(3);
      }));

    test("the records of one tag are paged and counted, also within a period", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        // These records have the same tag, but are in another project or of another kind.
        await store.steps.ingest(otherProject, [{ id: "y", createdAt: 25, tags: ["odd"] }]);
        await store.steps.ingest(project, [{ id: "2", createdAt: 20, generation: { tags: ["odd"] } }]);
        await store.threads.upsert(project, { id: "t", createdAt: 25, tags: ["odd"], newUserId: "u" });
        const odd: Filter = { field: "tags", operator: "in", value: ["odd"] };
        const recent: Filter[] = [{ field: "createdAt", operator: "gte", value: 20 }, odd];
        expect(await page(store, { filters: recent, first: 1 })).toBe("| 5 >");
        expect(await page(store, { filters: recent, first: 1, after: await cursorOf(store, "5") })).toBe("< 3 |");
        expect(await page(store, { filters: recent, last: 1, before: await cursorOf(store, "3") })).toBe("| 5 >");
        expect(
          await page(store, { filters: [odd], first: 2, orderBy: { column: "createdAt", direction: "ASC" } }),
        ).toBe("| 1 3 >");
        const count = (filters: Filter[], cursorAnchor?: number): Promise<number> =>
          store.steps.count(project, { filters, cursorAnchor });
        expect(await count(recent)).toBe(2);
        expect(await count([odd], 29)).toBe(1);
        expect(await count([{ ...odd, value: ["odd", "even", "odd"] }])).toBe(6);
        expect(await count([odd, { ...odd, value: ["even"] }])).toBe(0);
        const generations = await store.generations.list(project, { filters: [odd], first: 10 });
        expect(generations.edges.map(({ node }) => node.id)).toEqual(["2"]);
        await store.steps.delete(project, "3", 60);
        expect(await page(store, { filters: [odd], first: 10 })).toBe("| 5 1 |");
        expect(await count([odd])).toBe(2);
      }));

    test("paging is stable while records are inserted", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        const after = await cursorOf(store, "4");
        await store.steps.ingest(project, [
          { id: "new", createdAt: 50 },
          { id: "tie", createdAt: 30 },
        ]);
        expect(await page(store, { first: 2, after })).toBe("< 3 2 >");
        await store.steps.delete(project, "4", 60);
        expect(await page(store, { first: 2, after })).toBe("< 3 2 >");
      }));

    test("cursorAnchor omits later records, and skip omits the first ones", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        expect(await page(store, { first: 2, cursorAnchor: 30 })).toBe("| 5 4 >");
        expect(await page(store, { first: 2, skip: 3 })).toBe("< 3 2 >");
        expect(await page(store, { first: 2, skip: 9 })).toBe("<  |");
        expect(await store.steps.count(project, { cursorAnchor: 29 })).toBe(2);
      }));

    test("records without the ordered value come last in either direction, and can be paged", () =>
      withStore(openStore, async (store) => {
        const models = ["b", null, "a", null, "c"];
        await store.steps.ingest(
          project,
          models.map((model, index) => ({ id: `${index}`, createdAt: index, generation: { model } })),
        );
        for (const [direction, expected] of [
          ["ASC", "2 0 4 1 3"],
          ["DESC", "4 0 2 3 1"],
        ] as const) {
          const orderBy = { column: "model", direction };
          const forward: string[] = [];
          for (let after: string | undefined; ;) {
            const { edges, hasNextPage } = await store.generations.list(project, { first: 1, after, orderBy });
            forward.push(...edges.map((edge) => edge.node.id));
            after = edges[0]?.cursor;
            if (!hasNextPage) break;
          }
          const backward: string[] = [];
          for (let before: string | undefined; ;) {
            const { edges, hasPreviousPage } = await store.generations.list(project, { last: 2, before, orderBy });
            backward.unshift(...edges.map((edge) => edge.node.id));
            before = edges[0]?.cursor;
            if (!hasPreviousPage) break;
          }
          expect([forward.join(" "), backward.join(" ")]).toEqual([expected, expected]);
        }
      }));

    test("a cursor that is malformed or of another order is rejected", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        const cursor = await cursorOf(store, "3");
        const orderBy = { column: "model", direction: "ASC" } as const;
        await expect(store.generations.list(project, { first: 1, after: cursor, orderBy })).rejects.toThrow(
          InvalidCursorError,
        );
        await expect(store.threads.list(project, { first: 1, after: cursor })).rejects.toThrow(InvalidCursorError);
        for (const before of [
          "",
          "%%%",
          cursor.slice(0, -4),
          ...["{}", '"text"', "1.5", "null", "1e300"].map((value) =>
            Buffer.from(`["steps","createdAt",${value},1]`).toString("base64url"),
          ),
        ]) {
          await expect(store.steps.list(project, { last: 1, before })).rejects.toThrow(InvalidCursorError);
        }
        for (const value of ["1", '"\\u0000"']) {
          const forged = Buffer.from(`["generations","model",${value},1]`).toString("base64url");
          await expect(store.generations.list(project, { first: 1, after: forged, orderBy })).rejects.toThrow(
            InvalidCursorError,
          );
        }
      }));

    test("a scan for a rare match continues to the end of a long list", () =>
      withStore(openStore, async (store) => {
        const steps = Array.from({ length: 12_000 }, (_, index) => ({
          id: `${index}`,
          createdAt: index,
          output: index === 5 ? "needle" : "hay",
        }));
        await store.steps.ingest(project, steps);
        const filters = [{ field: "output", operator: "ilike", value: "NEEDLE" }] as const;
        expect(await page(store, { first: 2, filters })).toBe("| 5 |");
        expect(await store.steps.count(project, { filters })).toBe(1);
        expect(await store.steps.count(project, {})).toBe(12_000);
      }));
  });
}
