import { afterAll, expect, test } from "vitest";
import { startService } from "./start-service.ts";

const { client } = startService({}, afterAll);
const { api } = client;
let number = 0;

/** Creates a dataset with one item per list of split names. The input of an item is its position, from 1. */
async function seed(splits: readonly (readonly string[])[]) {
  number += 1;
  const { id } = await api.createDataset({ name: `numbers ${number}` });
  const items = await api.createDatasetItems(
    id,
    splits.map((names, index) => ({ input: { n: index + 1 }, splits: [...names] })),
  );
  return { id, ids: items.map((item) => item.id) };
}

const inputs = (items: readonly { input: object }[]) => items.map(({ input }) => (input as { n: unknown }).n);

test("versions count what changed, and keep their items and splits", async () => {
  const { id, ids } = await seed([["test"], [], ["test", "small"]]);
  await api.updateDatasetItem(ids[0] ?? "", { input: { n: 10 } });
  await expect(api.deleteDatasetItems([ids[1] ?? "", "unknown"])).resolves.toMatchObject([{ id: ids[1] }]);

  const versions = await api.getDatasetVersions(id);
  expect(versions).toMatchObject([
    { added: 0, updated: 0, deleted: 1 },
    { added: 0, updated: 1, deleted: 0 },
    { added: 3, updated: 0, deleted: 0 },
  ]);
  const [latest, , first] = versions.map(({ version }) => version);
  if (latest === undefined || first === undefined) throw new Error("A version is missing");
  expect(versions.map(({ version }) => version)).toEqual([first + 2, first + 1, first]);
  expect(Date.parse(versions[0]?.createdAt ?? "")).toBeGreaterThan(0);

  expect(inputs(await api.getDatasetItems(id))).toEqual([10, 3]);
  expect(inputs(await api.getDatasetItems(id, { version: first }))).toEqual([1, 2, 3]);
  expect(inputs(await api.getDatasetItems(id, { version: first, split: "test" }))).toEqual([1, 3]);
  expect(inputs(await api.getDatasetItems(id, { split: "small" }))).toEqual([3]);
  expect(await api.getDatasetItems(id, { split: "none" })).toEqual([]);
  expect(inputs(await api.getDatasetItems(id, { version: first, search: '"N":3' }))).toEqual([3]);

  const changes = await api.getDatasetChanges(id, { from: first });
  expect(changes.map(({ itemId, before, after }) => [itemId, before?.input["n"], after?.input["n"]])).toEqual([
    [ids[0], 1, 10],
    [ids[1], 2, undefined],
  ]);
  expect(await api.getDatasetChanges(id, { from: first, to: first })).toEqual([]);

  expect(await api.getDatasetSplits(id)).toEqual([
    { name: "small", itemCount: 1 },
    { name: "test", itemCount: 2 },
  ]);
  expect(await api.getDatasetSplits(id, { version: first })).toEqual(await api.getDatasetSplits(id));
});

test("items are added to splits and removed from others, also more than one request takes", async () => {
  const { id, ids } = await seed(Array.from({ length: 1_001 }, () => ["old"]));
  const changed = await api.updateDatasetItemSplits(ids, { add: ["new"], remove: ["old"] });
  expect(changed.map((item) => item.id)).toEqual(ids);
  expect(await api.getDatasetSplits(id)).toEqual([{ name: "new", itemCount: 1_001 }]);
  expect(inputs(await api.getDatasetItems(id))).toEqual(Array.from({ length: 1_001 }, (_, index) => index + 1));
  expect(await api.deleteDatasetItems(ids)).toHaveLength(1_001);
  expect(await api.getDatasetItems(id)).toEqual([]);
});

test("a division is the same for the same seed", async () => {
  const { id } = await seed(Array.from({ length: 20 }, () => []));
  const divide = async (seedText: string) => {
    const splits = [
      { name: "train", share: 0.5 },
      { name: "test", share: 0.25 },
    ];
    await api.divideDataset(id, { splits, seed: seedText });
    return inputs(await api.getDatasetItems(id, { split: "train" }));
  };
  const first = await divide("one");
  expect(await api.getDatasetSplits(id)).toEqual([
    { name: "test", itemCount: 5 },
    { name: "train", itemCount: 10 },
  ]);
  expect(await divide("two")).not.toEqual(first);
  expect(await divide("one")).toEqual(first);
});

test("equal inputs are found, whatever the order of their keys", async () => {
  const { id } = await seed([]);
  await api.createDatasetItems(id, [{ input: { a: 1, b: 2 } }, { input: { b: 2, a: 1 } }, { input: { a: 2 } }]);
  expect(await api.findDatasetItems(id, { b: 2, a: 1 })).toHaveLength(2);
  expect(await api.findDatasetItems(id, { a: 3 })).toEqual([]);
  const groups = await api.getDuplicateDatasetItems(id);
  expect(groups.map((items) => items.map(({ input }) => input))).toEqual([
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ]);
});

test("an unknown dataset, an unknown version and an invalid share are errors", async () => {
  const { id } = await seed([["a"]]);
  for (const ask of [
    () => api.getDatasetVersions("none"),
    () => api.getDatasetItems("none"),
    () => api.getDatasetChanges("none", { from: 0 }),
    () => api.getDatasetSplits("none"),
    () => api.divideDataset("none", { splits: [{ name: "a", share: 1 }] }),
    () => api.findDatasetItems("none", {}),
    () => api.getDuplicateDatasetItems("none"),
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(ask()).rejects.toThrow(/not found/u);
  }
  await expect(api.getDatasetItems(id, { version: 99 })).rejects.toThrow("version");
  await expect(api.divideDataset(id, { splits: [{ name: "a", share: 2 }] })).rejects.toThrow("share");
});
