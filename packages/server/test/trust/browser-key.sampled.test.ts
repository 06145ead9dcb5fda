import { afterAll, beforeAll, expect, test } from "vitest";
import { browserIdPrefix } from "../../src/records/browser-writes.ts";
import { valueOf } from "../accounts/browser.ts";
import { argumentsWith, documentOf, operations, places } from "./schema-arguments.ts";
import { describeStoresInTurn } from "./trust-stores.ts";
import { canary, openTwoProjects } from "./two-projects.ts";
import type { Actor, TwoProjects } from "./two-projects.ts";

const origin = "https://shop.example";
const now = Date.UTC(2026, 0, 1, 12);

/** The only operations that a browser key may use. This list does not depend on the list in the service. */
const allowed = new Set([
  "Mutation.createScore",
  "Mutation.ingestStep",
  "Mutation.ingestSteps",
  "Mutation.ingestThreads",
  "Mutation.upsertThread",
]);

const ownId = (name: string): string => `${browserIdPrefix}${name.padEnd(32, "0")}`;

/** Values that are valid for a browser key, so that an operation is rejected only because of the value under test. */
const ordinary: Readonly<Record<string, unknown>> = {
  "Mutation.upsertThread.id": ownId("thread"),
  "ThreadInput.id": ownId("thread"),
  "Mutation.ingestStep.id": ownId("step"),
  "StepInput.id": ownId("step"),
  "Mutation.createScore.type": "HUMAN",
  "RecordFilterInput.field": "name",
};

/**
 * Returns all records of project B as JSON, by kind and id. `derived` and `users` also contain values that the service
 * derives from other records.
 */
async function recordsOf({ store, projectB, foreign }: TwoProjects): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { kind, record } of store.exportRecords(projectB)) {
    const { id, objectKey } = record as { id?: string; objectKey?: string };
    found.set(`${kind} ${id ?? objectKey ?? JSON.stringify(record)}`, JSON.stringify(record));
  }
  found.set("derived", JSON.stringify(await store.threads.getMany(projectB, [foreign.thread])));
  found.set("users", JSON.stringify((await store.users.list(projectB, { first: 50 })).edges.map(({ node }) => node)));
  return found;
}

test("T117: every operation that a browser key may use exists in the schema", () => {
  const known = operations.map(({ coordinate }) => coordinate);
  expect([...allowed].filter((name) => !known.includes(name))).toEqual([]);
});

describeStoresInTurn(({ open }) => {
  let world: TwoProjects;
  /** A browser key of project B, which has records of every kind. */
  let page: Actor;
  beforeAll(async () => {
    world = await openTwoProjects(open);
    const made = await world.everywhere.graphql(
      `mutation { createApiKey(name: "page", scopes: [browser], origins: ["${origin}"]) { secret } }`,
      { project: world.projectB },
    );
    const { secret } = valueOf(made.data, "createApiKey") as { secret: string };
    page = { name: "a page", headers: { "x-api-key": secret, origin } };
  }, 120_000);
  afterAll(() => world.server.close());

  test("T117: a browser key is refused every other operation", async () => {
    const seen: Record<string, boolean> = {};
    for (const operation of operations) {
      const variables = argumentsWith(operation, (coordinate) => ordinary[coordinate]);
      const accept = operation.kind === "subscription" ? "text/event-stream" : "application/json";
      const query = documentOf(operation, Object.keys(variables), 1);
      const { text, status } = await world.ask(page, query, variables, { accept });
      expect(status).toBeLessThan(500);
      seen[operation.coordinate] = !isRefused(text);
    }
    expect(seen).toEqual(Object.fromEntries(operations.map(({ coordinate }) => [coordinate, allowed.has(coordinate)])));
  });

  test("T117: with every id and name of the project, a browser key reads nothing and changes no record", async () => {
    const before = await recordsOf(world);
    const leaks: string[] = [];
    for (const { operation, path, coordinate, kind } of places) {
      const value = kind === undefined ? undefined : (world.foreign as Readonly<Record<string, string>>)[kind];
      if (value === undefined) continue;
      const variables = argumentsWith(operation, (place) => ordinary[place], { path, value });
      const { text } = await world.ask(page, documentOf(operation, Object.keys(variables), 3), variables);
      // Errors and results may repeat the value that was sent.
      if (text.replaceAll(value, "").includes(canary)) leaks.push(`${coordinate}: ${text}`);
    }
    expect(leaks).toEqual([]);
    const after = await recordsOf(world);
    const others = [...before].filter(([name]) => !name.includes(browserIdPrefix));
    for (const [name, record] of others) expect({ name, record: after.get(name) }).toEqual({ name, record });
    const added = [...after.keys()].filter((name) => !before.has(name) && !name.includes(` ${browserIdPrefix}`));
    // A browser key may score existing records. It may only add attachments to steps that it has created.
    expect(added.filter((name) => !/^(score|attachment) /.test(name))).toEqual([]);
    expect(added.length).toBeGreaterThan(0);
  });

  test("T117: a page extends its own records, and reads only the fields that it wrote", async () => {
    const send = async (query: string, variables: object = {}): Promise<unknown> =>
      JSON.parse((await world.ask(page, query, variables)).text);
    const steps = (...list: object[]): Promise<unknown> =>
      send("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { id ok message } }", { steps: list });
    const step = { id: ownId("a"), threadId: ownId("t"), name: "search", startTime: new Date(now).toISOString() };
    expect(await steps(step)).toMatchObject({ data: { ingestSteps: [{ ok: true, message: null }] } });
    expect(await steps({ id: step.id, output: { found: 3 } })).toMatchObject({ data: { ingestSteps: [{ ok: true }] } });
    const [stored] = await world.store.steps.getMany(world.projectB, [step.id]);
    expect(stored).toMatchObject({ name: "search", output: { found: 3 }, threadId: step.threadId });

    const named = await send(
      `mutation { upsertThread(id: "${step.threadId}", name: "Chat") { name steps { output } inputPreview } }`,
    );
    expect(named).toMatchObject({ data: { upsertThread: { name: "Chat", steps: null, inputPreview: null } } });
  });
});

function isRefused(text: string): boolean {
  return /"code":"FORBIDDEN"/.test(text) && !/"path":\["[^"]*","/.test(text);
}
