import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { byInputs, partOf } from "../test-inputs.ts";
import { createServer } from "../../src/create-server.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { argumentKinds } from "./argument-kinds.ts";
import { inputFieldKinds } from "./input-field-kinds.ts";
import { leaksOf, rows } from "./isolation-leaks.ts";
import { inputObjects, operations, places, staleRows } from "./schema-arguments.ts";
import { describeStoresInTurn } from "./trust-stores.ts";
import { canary, openTwoProjects } from "./two-projects.ts";
import type { TwoProjects } from "./two-projects.ts";

test("exactly the schema's operations, arguments and input fields are classified", () => {
  expect(operations.map(({ coordinate }) => coordinate).filter((name) => !Object.hasOwn(argumentKinds, name))).toEqual(
    [],
  );
  expect(inputObjects().filter((name) => !Object.hasOwn(inputFieldKinds, name))).toEqual([]);
  expect(places.filter(({ kind }) => kind === undefined).map(({ coordinate }) => coordinate)).toEqual([]);
  expect(staleRows()).toEqual([]);
  expect(rows.length).toBeGreaterThan(140);
});

describeStoresInTurn(({ open }) => {
  let world: TwoProjects;
  let before: string;
  beforeAll(async () => {
    world = await openTwoProjects(open);
    before = await world.stateOfB();
  }, 120_000);
  afterAll(() => world.server.close());

  test("project B has a secret in every kind of record", async () => {
    const kinds = new Set<string>();
    for await (const { kind, record } of world.store.exportRecords(world.projectB)) {
      if (JSON.stringify(record).includes(canary)) kinds.add(kind);
    }
    expect([...kinds].toSorted()).toEqual(
      "alert attachment channel comment dashboard dataset datasetItem evaluationRule evaluator evaluatorVersion experiment experimentItem file modelConnection modelPrice pastDatasetItem promptLineage promptVariant promptVersion review reviewQueue score scoreSchema step thread user view".split(
        " ",
      ),
    );
  });

  // The tests run one after the other, so that a write with a foreign id cannot affect a read.
  const tested = byInputs({ few: partOf(rows, 8), some: partOf(rows, 2), many: rows, all: rows });
  test.each(tested.map((row) => [row.place.operation.coordinate, row.place.path.join("."), row] as const))(
    "%s by a foreign %s finds nothing",
    async (_operation, _path, row) => {
      const leaks: string[] = [];
      for (const actor of world.actors) leaks.push(...(await leaksOf(world, row, actor)));
      expect(leaks).toEqual([]);
      expect(await world.stateOfB()).toBe(before);
    },
  );
});

test("planted: a store that searches other projects is detected", async () => {
  let other = "";
  const world = await openTwoProjects(async (options) => {
    const store = await openSqliteStore({ path: ":memory:" });
    const { threads } = store;
    const forgetful: typeof threads = {
      ...threads,
      async getMany(project, ids) {
        const own = await threads.getMany(project, ids);
        return other === "" || own.some((thread) => thread !== null) ? own : threads.getMany(other, ids);
      },
    };
    const planted = { ...store, threads: forgetful };
    const server = createServer({ store: planted, ...options });
    await server.ready;
    return { server, store: planted };
  });
  onTestFinished(() => world.server.close());
  other = world.projectB;
  const [reader] = world.actors.filter(({ name }) => name === "the viewer");
  const byThread = rows.filter(({ kind, turn }) => kind === "thread" && turn === 0);
  const found = new Set<string>();
  for (const row of byThread) {
    const leaks = reader === undefined ? [] : await leaksOf(world, row, reader);
    if (leaks.some((leak) => leak.includes(canary))) found.add(row.place.operation.coordinate);
  }
  expect(found.size).toBeGreaterThan(0);
});
