import { expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";

test("the list of users counts the threads of a period, and shows when the users were first seen", async () => {
  const api = await openTestApi();
  const create = async (threads: string, at: string): Promise<unknown> =>
    api.run(`mutation { ${threads} }`, {}, { now: () => Date.parse(at) });
  await create(
    'a: upsertThread(id: "old", participantId: "ada") { id } b: upsertThread(id: "other", participantId: "bob") { id }',
    "2026-01-01",
  );
  await create('upsertThread(id: "new", participantId: "ada") { id }', "2026-02-01");
  await api.run(`mutation {
    a: createScore(threadId: "old", name: "good", type: HUMAN, value: 1) { id }
    b: createScore(threadId: "new", name: "good", type: HUMAN, value: 0) { id }
  }`);
  const document = `query ($from: DateTime, $until: DateTime) {
    participants(from: $from, until: $until, orderBy: { column: threadCount, direction: DESC }) {
      totalCount
      edges { node { identifier threadCount firstEngaged scoreStatistics(name: "good") { average } } }
    }
  }`;
  const list = async (period: Record<string, unknown>): Promise<unknown> => {
    const { participants } = await api.run(document, period);
    expect(participants.totalCount).toBe(participants.edges.length);
    return participants.edges.map(({ node }: { node: unknown }) => node);
  };
  const firstEngaged = "2026-01-01T00:00:00.000Z";
  const ada = { identifier: "ada", threadCount: 1, firstEngaged };
  const bob = { identifier: "bob", threadCount: 1, firstEngaged, scoreStatistics: null };
  expect(await list({ from: "2026-02-01T00:00:00Z" })).toEqual([{ ...ada, scoreStatistics: { average: 0 } }]);
  expect(await list({ until: "2026-02-01T00:00:00Z" })).toEqual([bob, { ...ada, scoreStatistics: { average: 1 } }]);
  expect(await list({ from: "2026-03-01T00:00:00Z" })).toEqual([]);
  expect(await list({})).toEqual([{ ...ada, threadCount: 2, scoreStatistics: { average: 0.5 } }, bob]);
});
