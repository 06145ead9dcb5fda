import { describe, expect, test } from "vitest";
import type { Filter } from "../list.ts";
import type { StepRecord, StepWrite } from "../steps.ts";
import type { Store } from "../store.ts";
import { expectFilters, type FilterCase } from "./filters.ts";
import type { OpenStore } from "./open-store.ts";
import { indexed } from "./indexed.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const start: StepWrite = {
  id: "s",
  createdAt: 100,
  threadId: "t",
  type: "llm",
  name: "answer",
  startTime: 1_000,
  input: { question: "why?" },
  tags: ["a"],
  generation: {
    provider: "openai",
    model: "gpt",
    inputTokenEstimate: 7,
    messages: [{ role: "user", content: "why?" }],
  },
};
const end: StepWrite = {
  id: "s",
  createdAt: 200,
  endTime: 3_000,
  output: { answer: "because" },
  tags: ["b"],
  generation: { outputTokenCount: 5, messageCompletion: { role: "assistant", content: "because" }, duration: 2 },
};
const update: StepWrite = { id: "s", createdAt: 300, metadata: { plan: "pro" }, error: "late", parentId: "unknown" };

async function only(store: Store, id: string): Promise<StepRecord | null> {
  return (await store.steps.getMany(project, [id]))[0] ?? null;
}

function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((value, index) => permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]));
}

export function describeSteps(openStore: OpenStore): void {
  describe("steps", () => {
    test("a generation provides the input and output of its step, in any order of arrival", () =>
      withStore(openStore, async (store) => {
        const messages = [{ role: "user", content: "How far is the moon?" }];
        const messageCompletion = { role: "assistant", content: "384,400 km" };
        const write = { id: "s", createdAt: 1, takesContentOfGeneration: true } as const;
        const parts: StepWrite[] = [
          { ...write, type: "llm", generation: { messages } },
          { ...write, generation: { messageCompletion } },
          { ...write, tags: ["a"] },
        ];
        for (const [index, order] of permutations(parts).entries()) {
          const id = `s${index}`;
          await store.steps.ingest(
            project,
            [...order, ...order].map((part) => ({ ...part, id })),
          );
          expect(await only(store, id)).toMatchObject({ input: { content: messages }, output: messageCompletion });
        }
        const given: StepWrite = { ...write, input: { question: "How far?" }, output: { content: "Far" } };
        for (const [index, order] of permutations([...parts, given]).entries()) {
          const id = `given${index}`;
          await store.steps.ingest(
            project,
            order.map((part) => ({ ...part, id })),
          );
          expect(await only(store, id)).toMatchObject({ input: given.input, output: given.output });
        }
        const filters: Filter[] = [{ field: "content", operator: "ilike", value: "the moon" }];
        expect(await store.steps.count(project, { filters })).toBe(6);
      }));

    test("content taken from a generation changes and is cleared with it", () =>
      withStore(openStore, async (store) => {
        const write = { id: "s", createdAt: 1, takesContentOfGeneration: true } as const;
        await store.steps.ingest(project, [
          { ...write, type: "llm", generation: { type: "COMPLETION", prompt: "one", completion: "two" } },
        ]);
        expect(await only(store, "s")).toMatchObject({ input: { prompt: "one" }, output: { content: "two" } });
        await store.steps.ingest(project, [{ ...write, generation: { prompt: "three" } }]);
        expect(await only(store, "s")).toMatchObject({ input: { prompt: "three" }, output: { content: "two" } });
        await store.steps.ingest(project, [{ ...write, generation: null }]);
        expect(await only(store, "s")).toMatchObject({ input: null, output: null });
        const tool: StepWrite = { ...write, id: "tool", type: "tool", generation: { prompt: "one" } };
        await store.steps.ingest(project, [tool, { ...tool, id: "old", type: "llm", takesContentOfGeneration: false }]);
        expect([await only(store, "tool"), await only(store, "old")]).toMatchObject([{ input: null }, { input: null }]);
      }));

    test("steps are found by an id prefix, in order, up to a limit", () =>
      withStore(openStore, async (store) => {
        const ids = ["t-b", "t-a", "s-a", "t.a", "T-a", "t-%", "t"];
        await store.steps.ingest(
          project,
          ids.map((id) => ({ id, createdAt: 1, metadata: { id } })),
        );
        await store.steps.ingest(otherProject, [{ id: "t-foreign", createdAt: 1 }]);
        const found = async (prefix: string, limit: number, after?: string) =>
          (await store.steps.withIdPrefix(project, prefix, limit, after)).map(({ id, metadata }) => [
            id,
            metadata?.["id"],
          ]);
        expect(await found("t-", 10)).toEqual([
          ["t-%", "t-%"],
          ["t-a", "t-a"],
          ["t-b", "t-b"],
        ]);
        expect(await found("t-", 2)).toEqual([
          ["t-%", "t-%"],
          ["t-a", "t-a"],
        ]);
        expect(await found("t-", 2, "t-a")).toEqual([["t-b", "t-b"]]);
      }));

    test("a write that expects other metadata changes nothing, regardless of its fields", () =>
      withStore(openStore, async (store) => {
        const write = { id: "e", createdAt: 1 } as const;
        // `ifMetadata: null` matches a new step, because it has no metadata yet.
        expect(await store.steps.ingest(project, [{ ...write, ifMetadata: null, metadata: { a: 1, b: 2 } }])).toEqual([
          "stored",
        ]);
        const thread = { threadId: "t-e", name: "other" } as const;
        const late = [
          { ...write, ...thread, ifMetadata: null, metadata: { a: 9 } },
          { ...write, ...thread, ifMetadata: { a: 1 }, generation: { type: "CHAT" } },
          { id: "beside", createdAt: 1 },
        ] as const;
        expect(await store.steps.ingest(project, late)).toEqual(["changed", "changed", "stored"]);
        expect(await only(store, "e")).toMatchObject({
          threadId: null,
          name: null,
          metadata: { a: 1, b: 2 },
          generation: null,
        });
        expect(await store.steps.ingest(project, [{ ...write, ifMetadata: { b: 2, a: 1 }, name: "n" }])).toEqual([
          "stored",
        ]);
        expect(await only(store, "e")).toMatchObject({ name: "n", metadata: { a: 1, b: 2 } });
        // Within a batch, each write is compared with the result of the previous one.
        const both = [
          { ...write, metadata: { a: 2 } },
          { ...write, ifMetadata: { a: 1, b: 2 }, metadata: { a: 3 } },
        ];
        expect(await store.steps.ingest(project, both)).toEqual(["stored", "changed"]);
      }));

    test("of two concurrent writes that expect a step as it was, one is stored", () =>
      withStore(openStore, async (store) => {
        const write = { id: "race", createdAt: 1 } as const;
        for (const ifMetadata of [null, { turn: 0 }]) {
          const turn = ifMetadata === null ? 0 : 1;
          const writes = ["a", "b", "c"].map((name) => ({ ...write, name, ifMetadata, metadata: { turn } }));
          // oxlint-disable-next-line no-await-in-loop -- the second race uses the result of the first
          const outcomes = await Promise.all(writes.map(async (each) => store.steps.ingest(project, [each])));
          expect(outcomes.flat().toSorted()).toEqual(["changed", "changed", "stored"]);
        }
      }));

    test("positions of steps are returned without their content, in the order of the ids", () =>
      withStore(openStore, async (store) => {
        await store.steps.ingest(project, [start, { id: "alone", createdAt: 1, rootRunId: "r" }]);
        await store.steps.ingest(otherProject, [{ id: "foreign", createdAt: 1, threadId: "t" }]);
        expect(await store.steps.locations(project, ["alone", "foreign", "s"])).toEqual([
          { threadId: null, rootRunId: "r" },
          null,
          { threadId: "t", rootRunId: null },
        ]);
      }));

    test("a step that arrives in parts is merged: given fields overwrite, absent ones stay", () =>
      withStore(openStore, async (store) => {
        expect(await store.steps.ingest(project, [start, end, update])).toEqual(["stored", "stored", "stored"]);
        expect(await only(store, "s")).toEqual({
          id: "s",
          createdAt: 1_000,
          receivedAt: 100,
          threadId: "t",
          parentId: "unknown",
          rootRunId: null,
          type: "llm",
          name: "answer",
          startTime: 1_000,
          endTime: 3_000,
          error: "late",
          environment: null,
          apiKeyId: null,
          tags: ["b"],
          input: { question: "why?" },
          output: { answer: "because" },
          metadata: { plan: "pro" },
          generation: {
            type: "CHAT",
            promptId: null,
            provider: "openai",
            model: "gpt",
            error: "late",
            settings: null,
            variables: null,
            tags: null,
            metadata: null,
            tools: null,
            tokenCount: 12,
            inputTokenCount: 7,
            outputTokenCount: 5,
            tokenCountEstimated: true,
            tokenDetails: { input: 7, cachedInput: 0, cacheWrite: 0, output: 5, reasoning: 0 },
            cost: null,
            costDetails: null,
            ttFirstToken: null,
            tokenThroughputInSeconds: null,
            duration: 2,
            prompt: null,
            completion: null,
            messages: [{ role: "user", content: "why?" }],
            messageCompletion: { role: "assistant", content: "because" },
          },
        });
      }));

    test("parts that do not overlap result in the same state in any order", async () => {
      const parts = [start, { ...end, tags: undefined }, update].map((part) => ({ ...part, createdAt: 100 }));
      const states = new Set<string>();
      for (const order of permutations(parts)) {
        await withStore(openStore, async (store) => {
          for (const part of order) await store.steps.ingest(project, [part]);
          await store.steps.ingest(project, order.slice(0, 1));
          states.add(JSON.stringify([await only(store, "s"), await store.threads.getMany(project, ["t"])]));
        });
      }
      expect(states.size).toBe(1);
    });

    test("null clears a field, or the whole generation", () =>
      withStore(openStore, async (store) => {
        await store.steps.ingest(project, [
          start,
          { id: "s", createdAt: 1, name: null, type: null, tags: null, input: null },
        ]);
        expect(await only(store, "s")).toMatchObject({ name: null, type: "undefined", tags: null, input: null });
        await store.steps.ingest(project, [{ id: "s", createdAt: 1, generation: { model: null } }]);
        expect((await only(store, "s"))?.generation).toMatchObject({ model: null, provider: "openai" });
        await store.steps.ingest(project, [{ id: "s", createdAt: 1, generation: null }]);
        expect((await only(store, "s"))?.generation).toBeNull();
        expect(await store.generations.get(project, "s")).toBeNull();
      }));

    test("any JSON value is returned unchanged, including NUL and lone surrogates", () =>
      withStore(openStore, async (store) => {
        const values = [
          "\u0000",
          "\ud800 alone",
          "",
          0,
          -0.5,
          1e300,
          false,
          [],
          {},
          [null, [1]],
          { "": { 'a.b"\n': "é😀" } },
        ];
        await store.steps.ingest(
          project,
          values.map((input, index) => ({ id: `v${index}`, createdAt: index, input })),
        );
        const stored = await store.steps.getMany(
          project,
          values.map((_, index) => `v${index}`),
        );
        expect(stored.map((step) => step?.input)).toEqual(values);
      }));

    test("the same id in two projects is two steps", () =>
      withStore(openStore, async (store) => {
        await store.steps.ingest(project, [start]);
        await store.steps.ingest(otherProject, [{ id: "s", createdAt: 1, name: "theirs" }]);
        expect((await only(store, "s"))?.name).toBe("answer");
        expect((await store.steps.getMany(otherProject, ["s"]))[0]).toMatchObject({ name: "theirs", threadId: null });
        expect(await store.threads.getMany(otherProject, ["t"])).toEqual([null]);
        expect(await store.steps.ofThreads(otherProject, ["t"])).toEqual([[]]);
      }));

    test("a step is deleted with its scores and attachments, and a late copy does not restore it", () =>
      withStore(openStore, async (store) => {
        const scores = [{ id: "c", at: 1, name: "ok", type: "HUMAN", value: 1, stepId: "s" }] as const;
        const attachments = [{ id: "a", createdAt: 1, stepId: "s", name: "file" }];
        await store.steps.ingest(project, [
          { ...start, scores, attachments },
          { id: "child", createdAt: 1, parentId: "s" },
        ]);
        expect((await store.steps.delete(project, "s", 9))?.id).toBe("s");
        expect(await store.steps.delete(project, "s", 9)).toBeNull();
        expect(await store.steps.ingest(project, [end])).toEqual(["deleted"]);
        expect(await store.steps.getMany(project, ["s", "child"])).toMatchObject([null, { id: "child" }]);
        expect(await store.scores.getMany(project, ["c"])).toEqual([null]);
        expect(await store.scores.upsertMany(project, scores)).toEqual([null]);
        expect(await store.files.getAttachment(project, "a")).toBeNull();
        expect(await store.files.upsertAttachment(project, attachments[0]!)).toBeNull();
        expect((await store.threads.getMany(project, ["t"]))[0]).toMatchObject({ tokenCount: null, duration: null });
        const filters: Filter[] = [{ field: "tags", operator: "in", value: ["a"] }];
        expect((await store.steps.list(project, { first: 5, filters })).edges).toEqual([]);
      }));

    test("the steps of a thread are listed oldest first, and can be filtered by type", () =>
      withStore(openStore, async (store) => {
        await store.steps.ingest(project, [
          { id: "late", createdAt: 1, threadId: "t", startTime: 50, type: "tool" },
          { id: "early", createdAt: 9, threadId: "t", startTime: 10, type: "run" },
          { id: "untimed", createdAt: 30, threadId: "t" },
        ]);
        const [steps] = await store.steps.ofThreads(project, ["t"]);
        expect(steps?.map((step) => step.id)).toEqual(["early", "untimed", "late"]);
        const narrowed = await store.steps.ofThreads(project, ["t", "unknown"], { types: ["tool", "run"] });
        expect(narrowed.map((each) => each.map((step) => step.id))).toEqual([["early", "late"], []]);
      }));

    test("descendants follow parentId through every level and cut cycles", () =>
      withStore(openStore, async (store) => {
        const chain = Array.from({ length: 3_000 }, (_, index) => ({
          id: `n${index + 1}`,
          createdAt: index,
          parentId: `n${index}`,
        }));
        await store.steps.ingest(project, [{ id: "n0", createdAt: 0, parentId: "n3000" }, ...chain]);
        const descendants = await store.steps.descendants(project, "n0");
        expect(descendants.map((step) => step.id)).toEqual(chain.map((step) => step.id));
        await store.steps.ingest(project, [{ id: "self", createdAt: 0, parentId: "self" }]);
        expect(await store.steps.descendants(project, "self")).toEqual([]);
      }));

    test("a batch with the id of another project's step changes nothing there, and an empty batch is fine", () =>
      withStore(openStore, async (store) => {
        expect(await store.steps.ingest(project, [])).toEqual([]);
      }));

    test("every filter finds its steps, indexed or not", () =>
      withStore(openStore, async (store) => {
        await seedFilters(store);
        await expectFilters("steps", store.steps, filterCases);
        await indexed(store);
        await expectFilters("steps", store.steps, filterCases);
      }));

    test("every filter on metadata finds the values below a key, regardless of sibling keys with dots", () =>
      withStore(openStore, async (store) => {
        const nested = filterCases.flatMap((each): FilterCase[] => {
          const [[field, operator, value, path], found] = each;
          if (field !== "metadata") return [each];
          const hasPath = path !== undefined && path !== "dotted.key";
          return hasPath ? [[[field, operator, value, `otel.${path}`], found]] : [];
        });
        // In a filter path, dots separate keys. So the path `otel.key.of.7` does not find the key `key.of.7` in `otel`.
        const dotted: FilterCase = [["metadata", "eq", 7, "otel.key.of.7"], ""];
        await seedFilters(store);
        const beside = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key.of.${index}`, index]));
        for (const step of await store.steps.getMany(project, ["a", "b"])) {
          const metadata = { otel: { ...beside, ...step?.metadata } };
          await store.steps.ingest(project, [{ id: step?.id ?? "", createdAt: 1, metadata }]);
        }
        await expectFilters("steps", store.steps, [...nested, dotted]);
        await indexed(store);
        await expectFilters("steps", store.steps, [...nested, dotted]);
      }));

    test("the parent run of a step is its root run, or the run directly above it, if that is stored", () =>
      withStore(openStore, async (store) => {
        const steps: StepWrite[] = [
          { id: "own", createdAt: 1, type: "run", rootRunId: "own" },
          { id: "node", createdAt: 2, type: "run", rootRunId: "own", parentId: "call" },
          { id: "call", createdAt: 3, type: "llm", parentId: "own" },
          { id: "below", createdAt: 4, type: "run", parentId: "node" },
          { id: "message", createdAt: 5, type: "user_message" },
          { id: "reply", createdAt: 6, type: "run", parentId: "message" },
          { id: "orphan", createdAt: 7, type: "run", rootRunId: "gone", parentId: "gone" },
        ];
        await store.steps.ingest(project, steps);
        await store.steps.ingest(otherProject, [{ id: "gone", createdAt: 1, type: "run" }]);
        const find = async (filter: Pick<Filter, "operator" | "value">): Promise<string[]> => {
          const filters: Filter[] = [{ field: "parentRunId", ...filter }];
          const page = await store.steps.list(project, { first: 9, filters });
          expect(await store.steps.count(project, { filters })).toBe(page.edges.length);
          return page.edges.map(({ node }) => node.id);
        };
        expect(await find({ operator: "is", value: null })).toEqual(["orphan", "reply", "message", "own"]);
        expect(await find({ operator: "eq", value: "own" })).toEqual(["call", "node"]);
        expect(await find({ operator: "in", value: ["node"] })).toEqual(["below"]);
      }));

    test("metadata that changes is found under its new values only", () =>
      withStore(openStore, async (store) => {
        const find = async (value: string): Promise<string[]> => {
          const filters = [{ field: "metadata", operator: "eq", value, path: "plan" }] as const;
          return (await store.steps.list(project, { first: 5, filters })).edges.map((edge) => edge.node.id);
        };
        await store.steps.ingest(project, [{ id: "s", createdAt: 1, metadata: { plan: "pro" } }]);
        await indexed(store);
        await store.steps.ingest(project, [{ id: "s", createdAt: 1, metadata: { plan: "free" } }]);
        expect([await find("pro"), await find("free")]).toEqual([[], ["s"]]);
        await indexed(store);
        expect([await find("pro"), await find("free")]).toEqual([[], ["s"]]);
        await store.steps.ingest(project, [{ id: "s", createdAt: 1, metadata: null }]);
        expect([await find("pro"), await find("free")]).toEqual([[], []]);
      }));

    test("metadata that is too large to index is found, too", () =>
      withStore(openStore, async (store) => {
        const wide = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`key${index}`, index]));
        await store.steps.ingest(project, [
          { id: "wide", createdAt: 1, metadata: { ...wide, last: "x".repeat(5_000) } },
        ]);
        await indexed(store);
        for (const [path, value] of [
          ["key1999", 1_999],
          ["last", "x".repeat(5_000)],
        ] as const) {
          const filters = [{ field: "metadata", operator: "eq", value, path }] as const;
          expect(await store.steps.count(project, { filters })).toBe(1);
        }
      }));
  });
}

async function seedFilters(store: Store): Promise<void> {
  await store.threads.upsert(project, { id: "t1", createdAt: 1, participant: "ann", newUserId: "u1" });
  await store.steps.ingest(project, [
    {
      id: "a",
      createdAt: 10,
      threadId: "t1",
      type: "llm",
      name: "Étude 100%",
      environment: "prod",
      apiKeyId: "key-1",
      parentId: "root",
      rootRunId: "root",
      startTime: 1_000,
      endTime: 2_000,
      tags: ["x", "y"],
      input: { content: 'say "hi"', list: [1, { deep: "down" }] },
      output: "plain text",
      metadata: { plan: "pro", age: 30, ok: true, none: null, "dotted.key": "v", list: ["p", "q"], user: { id: 7 } },
      scores: [{ id: "c1", at: 1, name: "ok", type: "HUMAN", value: 1, label: "yes", stepId: "a" }],
      generation: { model: "gpt-4o", provider: "openai" },
    },
    {
      id: "b",
      createdAt: 20,
      threadId: "t2",
      type: "run",
      name: "100 tools",
      environment: "dev",
      startTime: 3_000,
      error: "Boom: it broke",
      tags: ["y"],
      metadata: { plan: "free", age: 4, ok: false, list: [] },
      output: { content: "PLAIN" },
      scores: [{ id: "c2", at: 1, name: "ok", type: "HUMAN", value: 0, label: "no", stepId: "b" }],
      generation: { model: "small" },
    },
    { id: "c", createdAt: 4_000 },
  ]);
  await store.steps.ingest(otherProject, [
    { id: "z", createdAt: 3_000, type: "run", tags: ["y"], metadata: { plan: "pro" } },
  ]);
}

const filterCases: readonly FilterCase[] = [
  [["id", "eq", "a"], "a"],
  [["id", "neq", "a"], "b c"],
  [["id", "in", ["a", "c", "z"]], "a c"],
  [["createdAt", "gt", 1_000], "b c"],
  [["createdAt", "gte", 1_000], "a b c"],
  [["createdAt", "lt", 3_000], "a"],
  [["createdAt", "lte", 3_000], "a b"],
  [["name", "eq", "100 tools"], "b"],
  [["name", "neq", "100 tools"], "a c"],
  [["name", "ilike", "étude"], "a"],
  [["name", "ilike", "TOOL"], "b"],
  [["name", "ilike", "0%"], "a"],
  [["name", "ilike", "1_0"], ""],
  [["name", "nilike", "tool"], "a c"],
  [["name", "is", null], "c"],
  [["name", "nis", null], "a b"],
  [["type", "eq", "run"], "b"],
  [["type", "neq", "run"], "a c"],
  [["type", "in", ["run", "undefined"]], "b c"],
  [["environment", "eq", "prod"], "a"],
  [["environment", "is", null], "c"],
  [["environment", "nilike", "PRO"], "b c"],
  [["input", "ilike", "HI", "content"], "a"],
  [["input", "ilike", 'say "hi"'], "a"],
  [["input", "eq", "down", "list.1.deep"], "a"],
  [["input", "is", null], "b c"],
  [["output", "ilike", "plain"], "a b"],
  [["content", "ilike", "PLAIN"], "a b"],
  [["content", "ilike", "deep"], "a"],
  [["content", "ilike", 'say "hi"'], "a"],
  [["content", "nilike", "plain"], "c"],
  [["output", "eq", "PLAIN", "content"], "b"],
  [["output", "eq", "plain text"], "a"],
  [["output", "nis", null], "a b"],
  [["model", "eq", "gpt-4o"], "a"],
  [["model", "neq", "gpt-4o"], "b c"],
  [["model", "in", ["gpt-4o", "small"]], "a b"],
  [["model", "ilike", "GPT"], "a"],
  [["model", "is", null], "c"],
  [["model", "nis", null], "a b"],
  [["provider", "eq", "openai"], "a"],
  [["provider", "is", null], "b c"],
  [["provider", "nin", ["openai"]], "b c"],
  [["metadata", "eq", "pro", "plan"], "a"],
  [["metadata", "neq", "pro", "plan"], "b c"],
  [["metadata", "ilike", "R", "plan"], "a b"],
  [["metadata", "nilike", "PR", "plan"], "b c"],
  [["metadata", "in", ["pro", "x"], "plan"], "a"],
  [["metadata", "nin", ["pro", "x"], "plan"], "b c"],
  [["metadata", "eq", 30, "age"], "a"],
  [["metadata", "eq", "30", "age"], "a"],
  [["metadata", "neq", 30, "age"], "b c"],
  [["metadata", "in", [30, 31], "age"], "a"],
  [["metadata", "nin", [30, 31], "age"], "b c"],
  [["metadata", "neq", 7, "plan"], "a b c"],
  [["metadata", "gt", 4, "age"], "a"],
  [["metadata", "gte", 4, "age"], "a b"],
  [["metadata", "lt", 30, "age"], "b"],
  [["metadata", "lte", 30, "age"], "a b"],
  [["metadata", "gt", 0, "plan"], ""],
  [["metadata", "is", true, "ok"], "a"],
  [["metadata", "eq", false, "ok"], "b"],
  [["metadata", "nis", true, "ok"], "b c"],
  [["metadata", "is", null, "none"], "a b c"],
  [["metadata", "is", null, "plan"], "c"],
  [["metadata", "nis", null, "plan"], "a b"],
  [["metadata", "eq", "v", "dotted.key"], "a"],
  [["metadata", "eq", "q", "list.1"], "a"],
  [["metadata", "ilike", '"q"', "list"], "a"],
  [["metadata", "eq", 7, "user.id"], "a"],
  [["metadata", "ilike", '"id":7', "user"], "a"],
  [["metadata", "ilike", "dotted"], "a"],
  [["metadata", "is", null], "c"],
  [["metadata", "eq", "pro", "unheard.of"], ""],
  [["startTime", "gt", 1_000], "b"],
  [["startTime", "lte", 1_000], "a"],
  [["startTime", "is", null], "c"],
  [["endTime", "gte", 1], "a"],
  [["endTime", "nis", null], "a"],
  [["duration", "eq", 1], "a"],
  [["duration", "gt", 1], ""],
  [["duration", "is", null], "b c"],
  [["tokenCount", "is", null], "a b c"],
  [["cost", "nis", null], ""],
  [["parentId", "eq", "root"], "a"],
  [["parentId", "is", null], "b c"],
  [["rootRunId", "eq", "root"], "a"],
  [["parentRunId", "is", null], "a b c"],
  [["threadId", "eq", "t1"], "a"],
  [["threadId", "neq", "t1"], "b c"],
  [["threadId", "is", null], "c"],
  [["error", "ilike", "BOOM"], "b"],
  [["error", "is", null], "a c"],
  [["error", "nis", null], "b"],
  [["tags", "in", ["x", "y"]], "a b"],
  [["tags", "in", ["x"]], "a"],
  [["tags", "nin", ["x"]], "b c"],
  [["tags", "in", []], ""],
  [["tags", "is", null], "c"],
  [["tags", "nis", null], "a b"],
  [["participantIdentifiers", "in", ["ann", "bob"]], "a"],
  [["participantIdentifiers", "nin", ["ann"]], "b c"],
  [["participantIdentifiers", "is", null], "b c"],
  [["participantIdentifier", "in", ["ann"]], "a"],
  [["apiKey", "in", ["key-1", "key-2"]], "a"],
  [["apiKey", "nin", ["key-1"]], "b c"],
  [["apiKey", "is", null], "b c"],
  [["scoreValue", "eq", 1, "ok"], "a"],
  [["scoreValue", "lt", 1, "ok"], "b"],
  [["scoreValue", "neq", 1, "ok"], "b c"],
  [["scoreValue", "gte", 0], "a b"],
  [["scoreValue", "is", null, "ok"], "c"],
  [["scoreValue", "nis", null, "other"], ""],
  [["scoreLabel", "eq", "yes", "ok"], "a"],
  [["scoreLabel", "in", ["yes", "no"], "ok"], "a b"],
  [["scoreLabel", "nin", ["yes"], "ok"], "b c"],
  [["scoreLabel", "eq", "yes", "other"], ""],
  [["scoreLabel", "ilike", "ES"], "a"],
  [["scoreLabel", "is", null], "c"],
];
