import { describe, expect, test } from "vitest";
import type { DatasetItemRecord, ItemSelection, NewDatasetItem } from "../datasets.ts";
import { ConflictError } from "../errors.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { replay } from "./replay.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const window = { first: 100, skip: 0 };

function makeItem(id: string, changes: Partial<NewDatasetItem> = {}): NewDatasetItem {
  return {
    id,
    createdAt: 1,
    datasetId: "d",
    metadata: {},
    input: { q: id },
    expectedOutput: null,
    intermediarySteps: null,
    stepId: null,
    ...changes,
  };
}

async function createDataset(store: Store, id = "d"): Promise<void> {
  await store.datasets.create(project, {
    id,
    createdAt: 1,
    name: id,
    description: null,
    metadata: null,
    type: "key_value",
  });
}

/** Formats items as `id=input`, followed by their splits. */
function shown(items: readonly (DatasetItemRecord | null)[]): string[] {
  return items.map((item) =>
    item === null ? "none" : [`${item.id}=${JSON.stringify(item.input)}`, ...item.splits].join(" "),
  );
}

async function itemsAt(store: Store, version: number, split?: string): Promise<string[]> {
  return shown(await store.datasets.itemPage(project, "d", { ...window, version, split }));
}

export function describeDatasetVersions(openStore: OpenStore): void {
  describe("versions of a dataset", () => {
    test("each change creates a version, and every version stays readable exactly and in order", () =>
      withStore(openStore, async (store) => {
        const { datasets } = store;
        await createDataset(store);
        await datasets.createItems(project, [makeItem("a"), makeItem("b"), makeItem("c")], { at: 11 });
        await datasets.updateItems(project, [{ id: "b", input: 2 }], 12);
        await datasets.deleteItems(project, ["a", "missing"], 13);
        await datasets.createItems(project, [makeItem("d"), makeItem("a", { input: "again" })], { at: 14 });
        await datasets.updateItems(
          project,
          [
            { id: "c", input: 3 },
            { id: "d", splits: ["test"] },
          ],
          15,
        );
        expect(await itemsAt(store, 0)).toEqual([]);
        expect(await itemsAt(store, 1)).toEqual(['a={"q":"a"}', 'b={"q":"b"}', 'c={"q":"c"}']);
        expect(await itemsAt(store, 2)).toEqual(['a={"q":"a"}', "b=2", 'c={"q":"c"}']);
        expect(await itemsAt(store, 3)).toEqual(["b=2", 'c={"q":"c"}']);
        expect(await itemsAt(store, 4)).toEqual(["b=2", 'c={"q":"c"}', 'd={"q":"d"}', 'a="again"']);
        const latest = ["b=2", "c=3", 'd={"q":"d"} test', 'a="again"'];
        expect(await itemsAt(store, 5)).toEqual(latest);
        expect(shown(await datasets.itemPage(project, "d", window))).toEqual(latest);
        expect(shown(await datasets.itemPage(project, "d", { first: 2, skip: 1, version: 1 }))).toEqual([
          'b={"q":"b"}',
          'c={"q":"c"}',
        ]);
        expect(await datasets.countSelected(project, "d", { version: 3 })).toBe(2);
        expect(shown([await datasets.getItem(project, "a", 2), await datasets.getItem(project, "a", 3)])).toEqual([
          'a={"q":"a"}',
          "none",
        ]);
        expect(shown([await datasets.getItem(project, "c", 4), await datasets.getItem(project, "c", 5)])).toEqual([
          'c={"q":"c"}',
          "c=3",
        ]);
        expect(await datasets.getMany(project, ["d"])).toMatchObject([{ version: 5, itemsAdded: 5 }]);
        const versions = await datasets.versionPage(project, "d", { first: 3, skip: 0 });
        expect(versions).toEqual([
          { datasetId: "d", version: 5, createdAt: 15, added: 0, updated: 2, deleted: 0 },
          { datasetId: "d", version: 4, createdAt: 14, added: 2, updated: 0, deleted: 0 },
          { datasetId: "d", version: 3, createdAt: 13, added: 0, updated: 0, deleted: 1 },
        ]);
        expect(await datasets.itemPage(otherProject, "d", { ...window, version: 5 })).toEqual([]);
        expect(await datasets.versionPage(otherProject, "d", window)).toEqual([]);
        expect(await datasets.getItem(otherProject, "a", 1)).toBeNull();
      }));

    test("a write that changes nothing creates no version", () =>
      withStore(openStore, async (store) => {
        const { datasets } = store;
        await createDataset(store);
        await datasets.createItems(project, [makeItem("a")], { at: 11 });
        await datasets.createItems(project, [makeItem("a")], { at: 12 });
        await datasets.createItems(project, [makeItem("a")], { at: 12, replaces: true });
        await datasets.updateItems(project, [{ id: "a", input: { q: "a" }, splits: [] }], 12);
        await datasets.deleteItems(project, ["missing"], 12);
        expect(await datasets.getMany(project, ["d"])).toMatchObject([{ version: 1 }]);
        const lost = datasets.createItems(project, [makeItem("x", { datasetId: "missing" })], { at: 12 });
        await expect(lost).rejects.toThrow(ConflictError);
      }));

    test("a repeated import replaces items by id in one version", () =>
      withStore(openStore, async (store) => {
        const { datasets } = store;
        await createDataset(store);
        await datasets.createItems(project, [makeItem("a", { splits: ["train"] }), makeItem("b")], { at: 11 });
        const again = [makeItem("a", { input: 1 }), makeItem("b"), makeItem("c"), makeItem("c", { input: "unused" })];
        expect(shown(await datasets.createItems(project, again, { at: 12, replaces: true }))).toEqual([
          "a=1 train",
          'b={"q":"b"}',
          'c={"q":"c"}',
          'c={"q":"c"}',
        ]);
        expect(await datasets.versionPage(project, "d", { first: 1, skip: 0 })).toMatchObject([
          { version: 2, added: 1, updated: 1, deleted: 0 },
        ]);
      }));

    test("two versions are compared in both directions", () =>
      withStore(openStore, async (store) => {
        const { datasets } = store;
        await createDataset(store);
        await datasets.createItems(project, [makeItem("a"), makeItem("b"), makeItem("c")], { at: 11 });
        await datasets.updateItems(project, [{ id: "b", input: 2 }], 12);
        await datasets.deleteItems(project, ["a"], 13);
        await datasets.createItems(project, [makeItem("d")], { at: 14 });
        await datasets.deleteItems(project, ["d"], 15);
        const compare = async (from: number, to: number, page = window): Promise<string[]> =>
          (await datasets.differences(project, "d", { ...page, from, to })).map(({ before, after }) =>
            shown([before, after]).join(" -> "),
          );
        expect(await compare(1, 4)).toEqual(['a={"q":"a"} -> none', 'b={"q":"b"} -> b=2', 'none -> d={"q":"d"}']);
        expect(await compare(4, 1)).toEqual(['none -> a={"q":"a"}', 'b=2 -> b={"q":"b"}', 'd={"q":"d"} -> none']);
        expect(await compare(1, 4, { first: 1, skip: 1 })).toEqual(['b={"q":"b"} -> b=2']);
        expect(await compare(3, 5)).toEqual([]);
        expect(await compare(2, 2)).toEqual([]);
      }));

    test("splits are set by hand and by a repeatable random share, and filter every version", () =>
      withStore(openStore, async (store) => {
        const { datasets } = store;
        await createDataset(store);
        const ids = Array.from({ length: 10 }, (_, index) => `i${index}`);
        const items = ids.map((id) => makeItem(id, { splits: id === "i3" ? ["hard", "test"] : [] }));
        await datasets.createItems(project, items, { at: 11 });
        await datasets.changeSplits(project, { ids: ["i1", "i3"], add: ["a", "hard"], remove: ["test"] }, 12);
        expect(await itemsAt(store, 1, "hard")).toEqual(['i3={"q":"i3"} hard test']);
        expect(await itemsAt(store, 2, "hard")).toEqual(['i1={"q":"i1"} a hard', 'i3={"q":"i3"} a hard']);
        expect(await datasets.splitsOf(project, "d", 1)).toEqual([
          { name: "hard", itemCount: 1 },
          { name: "test", itemCount: 1 },
        ]);
        const shares = [
          { name: "train", share: 0.7 },
          { name: "test", share: 0.2 },
        ];
        expect(await datasets.divide(project, "d", { shares, seed: "s", at: 13 })).toMatchObject({ version: 3 });
        expect(await datasets.splitsOf(project, "d")).toEqual([
          { name: "a", itemCount: 2 },
          { name: "hard", itemCount: 2 },
          { name: "test", itemCount: 2 },
          { name: "train", itemCount: 7 },
        ]);
        expect(await datasets.divide(project, "d", { shares, seed: "s", at: 14 })).toMatchObject({ version: 3 });
        expect(await datasets.divide(project, "d", { shares, seed: "other", at: 14 })).toMatchObject({ version: 4 });
        expect(await datasets.divide(project, "missing", { shares, seed: "s", at: 14 })).toBeNull();
        expect(shown(await datasets.itemPage(project, "d", { ...window, split: "tes" }))).toEqual([]);
        expect(await datasets.countSelected(project, "d", { split: "test" })).toBe(2);
        expect(await datasets.countSelected(project, "d", { version: 3, split: "train" })).toBe(7);
      }));

    test("items are found by their id, or a text in their input, expected output or metadata, in every version", () =>
      withStore(openStore, async (store) => {
        const { datasets } = store;
        await createDataset(store);
        await datasets.createItems(
          project,
          [
            makeItem("A-1", { input: "three Wörter", splits: ["test"] }),
            makeItem("b", { input: { question: 'What is a "Quote"?' } }),
            makeItem("c", { input: "x", expectedOutput: "100 % SICHER?", splits: ["test"] }),
            makeItem("d", { input: "y", metadata: { source: "Größe_1" } }),
            makeItem("e", { input: "z" }),
          ],
          { at: 11 },
        );
        await datasets.updateItems(project, [{ id: "c", expectedOutput: "unsure" }], 12);
        const found = async (search: string, selection: ItemSelection = {}): Promise<string[]> => {
          const selected = { ...selection, search };
          const page = await datasets.itemPage(project, "d", { ...window, ...selected });
          expect(await datasets.countSelected(project, "d", selected)).toBe(page.length);
          return page.map(({ id }) => id);
        };
        expect(await found("wÖRTER")).toEqual(["A-1"]);
        expect(await found("A-1")).toEqual(["A-1"]);
        expect(await found("a-1")).toEqual([]);
        expect(await found('a "quote"?')).toEqual(["b"]);
        expect(await found("größe_1")).toEqual(["d"]);
        expect(await found("GR_SSE")).toEqual([]);
        expect(await found("sure")).toEqual(["c"]);
        expect(await found("% sicher?")).toEqual([]);
        expect(await found("% sicher?", { version: 1 })).toEqual(["c"]);
        expect(await found("R", { version: 1, split: "test" })).toEqual(["A-1", "c"]);
        expect(await found("")).toHaveLength(5);
        expect(await datasets.itemPage(project, "d", { first: 1, skip: 1, search: "s" })).toMatchObject([{ id: "c" }]);
        expect(await datasets.itemPage(otherProject, "d", { ...window, search: "sure" })).toEqual([]);
      }));

    test("items with equal inputs are found, regardless of key order", () =>
      withStore(openStore, async (store) => {
        const { datasets } = store;
        await createDataset(store);
        await createDataset(store, "other");
        await datasets.createItems(
          project,
          [
            makeItem("a", { input: { x: 1, y: [2] } }),
            makeItem("b", { input: "y" }),
            makeItem("c", { input: { y: [2], x: 1 } }),
            makeItem("o", { datasetId: "other", input: "y" }),
          ],
          { at: 11 },
        );
        const ids = (groups: readonly (readonly DatasetItemRecord[])[]) =>
          groups.map((group) => group.map(({ id }) => id));
        expect(ids(await datasets.duplicates(project, "d", window))).toEqual([["a", "c"]]);
        expect(ids([await datasets.itemsWithInput(project, "d", { y: [2], x: 1 }, 10)])).toEqual([["a", "c"]]);
        await datasets.updateItems(project, [{ id: "c", input: "y" }], 12);
        expect(ids(await datasets.duplicates(project, "d", window))).toEqual([["b", "c"]]);
        expect(await datasets.itemsWithInput(otherProject, "d", "y", 10)).toEqual([]);
        expect(await datasets.duplicates(otherProject, "d", window)).toEqual([]);
      }));

    test("items of an export without versions are in version 0, until a change numbers them", () =>
      withStore(openStore, async (store) => {
        const { datasets } = store;
        const dataset = { id: "d", createdAt: 1, name: "d", description: null, metadata: null, type: "key_value" };
        const { splits: _none, ...made } = makeItem("first");
        const first = { ...made, intermediarySteps: null };
        const records = [
          { kind: "dataset", record: dataset },
          { kind: "datasetItem", record: { ...first } },
          { kind: "datasetItem", record: { ...first, id: "second" } },
        ] as const;
        await store.importRecords(project, replay(records));
        expect(await itemsAt(store, 0)).toEqual(['first={"q":"first"}', 'second={"q":"first"}']);
        await datasets.createItems(project, [makeItem("third", { input: { q: "first" } })], { at: 12 });
        await datasets.deleteItems(project, ["first"], 13);
        expect(await itemsAt(store, 0)).toEqual(['first={"q":"first"}', 'second={"q":"first"}']);
        expect(await itemsAt(store, 2)).toEqual(['second={"q":"first"}', 'third={"q":"first"}']);
        expect(await datasets.duplicates(project, "d", window)).toMatchObject([[{ id: "second" }, { id: "third" }]]);
      }));

    test("deleting a dataset deletes its items in all versions", () =>
      withStore(openStore, async (store) => {
        const { datasets } = store;
        await createDataset(store);
        await datasets.createItems(project, [makeItem("a")], { at: 11 });
        await datasets.updateItems(project, [{ id: "a", input: 2 }], 12);
        await datasets.delete(project, "d");
        await createDataset(store);
        expect(await itemsAt(store, 1)).toEqual([]);
        expect(await datasets.getItem(project, "a", 1)).toBeNull();
        expect(await datasets.versionPage(project, "d", window)).toEqual([]);
      }));
  });
}
