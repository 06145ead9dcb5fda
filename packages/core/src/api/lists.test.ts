import { expect, test } from "vitest";
import { startService } from "../../test/start-service.ts";
import { RecordingClient } from "../recording-client.ts";

async function collect(list: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of list) items.push(item);
  return items;
}

async function startWithThreads(count: number) {
  const service = startService();
  const { api } = service.client;
  for (let index = 0; index < count; index += 1)
    await api.upsertThread({ threadId: `t${index}`, tags: [`${index % 2}`] });
  return service;
}

test("all() yields every record of a list in order, reading a page at a time", async () => {
  const { client } = await startWithThreads(5);
  const whole = await client.api.getThreads();
  const ids: string[] = [];
  for await (const thread of client.api.getThreads.all({ first: 2 })) ids.push(thread.id);
  expect(ids).toHaveLength(5);
  expect(ids).toStrictEqual(whole.data.map(({ id }) => id));
});

test("all applies the filters, the order and the cursor", async () => {
  const { client } = await startWithThreads(6);
  const list = {
    filters: [{ field: "tags" as const, operator: "in" as const, value: ["1"] }],
    orderBy: { column: "createdAt" as const, direction: "ASC" as const },
  };
  const { pageInfo } = await client.api.getThreads({ ...list, first: 1 });
  const ids: string[] = [];
  for await (const { id } of client.api.getThreads.all({ ...list, first: 1, after: pageInfo.endCursor })) ids.push(id);
  expect(ids).toStrictEqual(["t3", "t5"]);
});

test("all() reads a page only when the loop needs it", async () => {
  const { connect, fetch } = await startWithThreads(5);
  let requests = 0;
  const { api } = connect({
    fetch: (input, init) => {
      requests += 1;
      return fetch(input, init);
    },
  });
  const threads = api.getThreads.all({ first: 2 });
  expect(requests).toBe(0);
  const requestsAt: number[] = [];
  for await (const _ of threads) if (requestsAt.push(requests) === 3) break;
  expect(requestsAt).toStrictEqual([1, 1, 2]);
  expect(requests).toBe(2);
});

test("all() of an empty list ends at once", async () => {
  const { client } = startService();
  for await (const _ of client.api.getScores.all()) expect.unreachable();
});

test("all rethrows the error of a page in the loop", async () => {
  const { client } = startService();
  const broken = client.api.getThreads.all({ after: "not a cursor" });
  await expect(collect(broken)).rejects.toMatchObject({ name: "GraphQLRequestError" });
  const signal = AbortSignal.abort(new Error("the user left"));
  await expect(collect(client.api.getThreads.all({}, { signal }))).rejects.toThrow("the user left");
});

test("every operation that returns pages has all()", async () => {
  const { client } = startService();
  const { api } = client;
  const lists = [
    api.getThreads,
    api.getSteps,
    api.getGenerations,
    api.getScores,
    api.getUsers,
    api.getExperiments,
    api.getPromptLineages,
  ];
  for (const list of lists) await expect(collect(list.all())).resolves.toStrictEqual([]);
});

test("all() works in a client that loads its operations later", async () => {
  const { fetch } = await startWithThreads(3);
  const { api } = new RecordingClient({ apiKey: "tl_test_key", url: "http://threadline.test", fetch });
  const ids: string[] = [];
  for await (const { id } of api.getThreads.all({ first: 2 })) ids.push(id);
  expect(ids).toHaveLength(3);
  const { getThread } = api as unknown as { getThread: typeof api.getThreads };
  await expect(collect(getThread.all())).rejects.toThrow("api.getThread does not return a list");
});

test("lists and analyses take a query, in addition to filters", async () => {
  const { client } = startService();
  const { api } = client;
  await api.sendSteps([
    { id: "slow", name: "answer", type: "llm", tags: ["live"], metadata: { plan: "pro" } },
    { id: "test", name: "answer", type: "llm", tags: ["test"] },
    { id: "tool", name: "search", type: "tool" },
  ]);
  const query = "(name:answer OR type:tool) -tag:test";
  expect((await api.getSteps({ query })).data.map(({ id }) => id).toSorted()).toStrictEqual(["slow", "tool"]);
  const filters = [{ field: "type" as const, operator: "eq" as const, value: "llm" }];
  expect((await api.getSteps({ query, filters })).data.map(({ id }) => id)).toStrictEqual(["slow"]);
  expect((await api.getStatistics({ resource: "steps", query })).recordCount).toBe(2);
  const { facets } = await api.getFacets({ resource: "steps", query, fields: [{ field: "name" }] });
  expect(facets[0]?.values.map(({ value }) => value).toSorted()).toStrictEqual(["answer", "search"]);
  expect((await api.getPromptLineages({ query: "name:none" })).totalCount).toBe(0);
  expect((await api.getExperiments({ query: "created:last-1d" })).totalCount).toBe(0);
  await expect(api.getThreads({ query: "latency:fast" })).rejects.toThrow(
    'query: at character 1: "latency" is a number: write a value such as 2s, 500ms, 1.5 instead of "fast".',
  );
});
