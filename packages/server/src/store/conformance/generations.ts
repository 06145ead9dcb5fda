import { describe, expect, test } from "vitest";
import type { Store } from "../store.ts";
import { expectFilters, type FilterCase } from "./filters.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

export function describeGenerations(openStore: OpenStore): void {
  describe("generations", () => {
    test("a generation is read by the id of its step, regardless of the type of the step", () =>
      withStore(openStore, async ({ steps, generations }) => {
        await steps.ingest(project, [
          { id: "with", createdAt: 1, type: "run", generation: { model: "gpt" } },
          { id: "without", createdAt: 2, type: "llm" },
        ]);
        expect((await generations.get(project, "with"))?.generation?.model).toBe("gpt");
        expect(await generations.get(project, "without")).toBeNull();
        expect(await generations.get(otherProject, "with")).toBeNull();
        expect((await generations.list(project, { first: 9 })).edges.map((edge) => edge.node.id)).toEqual(["with"]);
      }));

    test("a given token count takes precedence over estimates, which fill missing counts", () =>
      withStore(openStore, async ({ steps, generations }) => {
        const counts = async (): Promise<unknown> => {
          const generation = (await generations.get(project, "s"))?.generation;
          return [
            generation?.inputTokenCount,
            generation?.outputTokenCount,
            generation?.tokenCount,
            generation?.tokenCountEstimated,
          ];
        };
        await steps.ingest(project, [{ id: "s", createdAt: 1, generation: {} }]);
        expect(await counts()).toEqual([null, null, null, false]);
        await steps.ingest(project, [{ id: "s", createdAt: 1, generation: { inputTokenEstimate: 3 } }]);
        expect(await counts()).toEqual([3, null, 3, true]);
        await steps.ingest(project, [
          { id: "s", createdAt: 1, generation: { inputTokenCount: 4, outputTokenEstimate: 2 } },
        ]);
        expect(await counts()).toEqual([4, 2, 6, true]);
        await steps.ingest(project, [
          { id: "s", createdAt: 1, generation: { outputTokenCount: 5, inputTokenEstimate: 9 } },
        ]);
        expect(await counts()).toEqual([4, 5, 9, false]);
        await steps.ingest(project, [{ id: "s", createdAt: 1, generation: { tokenCount: 100 } }]);
        expect(await counts()).toEqual([4, 5, 100, false]);
        await steps.ingest(project, [
          { id: "s", createdAt: 1, generation: { tokenCount: null, inputTokenCount: null } },
        ]);
        expect(await counts()).toEqual([9, 5, 14, true]);
      }));

    test("every filter finds its generations", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        await expectFilters("generations", store.generations, filterCases);
      }));

    test("generations are ordered by each column", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        const ids = async (column: string): Promise<string> => {
          const page = await store.generations.list(project, { first: 9, orderBy: { column, direction: "DESC" } });
          return page.edges.map((edge) => edge.node.id).join(" ");
        };
        expect(await ids("createdAt")).toBe("c b a");
        expect(await ids("duration")).toBe("b a c");
        expect(await ids("model")).toBe("b a c");
        expect(await ids("tokenCount")).toBe("a b c");
        expect(await ids("provider")).toBe("a b c");
        expect(await ids("participant")).toBe("b a c");
      }));
  });
}

async function seed(store: Store): Promise<void> {
  const { prompts, steps, threads } = store;
  await prompts.getOrCreateLineage(project, {
    id: "l",
    createdAt: 1,
    name: "greet",
    description: null,
    deletedAt: null,
    championId: null,
    labels: [],
  });
  const content = { templateMessages: [], tools: null, settings: null, variables: null, variablesDefaultValues: null };
  const labels = { versionDesc: null, label: null, status: null, tags: null };
  await prompts.getOrCreateVersion(project, {
    id: "v0",
    lineageId: "l",
    createdAt: 1,
    updatedAt: 1,
    type: "CHAT",
    identity: "i",
    ...content,
    ...labels,
  });
  await steps.ingest(project, [
    {
      id: "a",
      createdAt: 1,
      threadId: "ta",
      apiKeyId: "key-1",
      generation: {
        provider: "openai",
        model: "gpt-4",
        promptId: "v0",
        duration: 1.5,
        tokenCount: 20,
        tags: ["x"],
        metadata: { k: 1 },
        messages: [{ role: "user", content: "Why is it blue?" }],
        messageCompletion: { role: "assistant", content: "Rayleigh" },
      },
      scores: [{ id: "c1", at: 1, name: "ok", type: "AI", value: 0.5, label: "partly", generationId: "a" }],
    },
    {
      id: "b",
      createdAt: 2,
      threadId: "tb",
      generation: { provider: "mistral", model: "large", duration: 3, tokenCount: 10, error: "Boom", tags: ["y"] },
    },
    {
      id: "c",
      createdAt: 3,
      name: "title",
      type: "embedding",
      environment: "prod",
      generation: { type: "COMPLETION", promptId: "elsewhere", prompt: "Once upon", completion: "a time" },
    },
  ]);
  await threads.upsert(project, { id: "ta", createdAt: 1, participant: "ann", newUserId: "u1" });
  await threads.upsert(project, { id: "tb", createdAt: 1, participant: "bob", newUserId: "u2" });
  await steps.ingest(otherProject, [
    { id: "z", createdAt: 2, generation: { model: "gpt-4", promptId: "v0", tags: ["x"] } },
  ]);
}

const filterCases: readonly FilterCase[] = [
  [["id", "eq", "b"], "b"],
  [["createdAt", "gte", 2], "b c"],
  [["type", "eq", "COMPLETION"], "c"],
  [["stepType", "eq", "embedding"], "c"],
  [["stepType", "neq", "embedding"], "a b"],
  [["threadId", "eq", "ta"], "a"],
  [["threadId", "is", null], "c"],
  [["provider", "eq", "openai"], "a"],
  [["provider", "is", null], "c"],
  [["model", "ilike", "GPT"], "a"],
  [["model", "neq", "gpt-4"], "b c"],
  [["error", "nis", null], "b"],
  [["error", "is", null], "a c"],
  [["promptLineage", "eq", "greet"], "a"],
  [["promptLineage", "neq", "greet"], "b c"],
  [["promptLineage", "is", null], "b c"],
  [["promptVersion", "eq", 0], "a"],
  [["promptVersion", "nis", null], "a"],
  [["duration", "gt", 1.5], "b"],
  [["duration", "lte", 1.5], "a"],
  [["duration", "is", null], "c"],
  [["tokenCount", "gte", 10], "a b"],
  [["cost", "is", null], "a b c"],
  [["tokenCount", "eq", 20], "a"],
  [["score", "gt", 0.1], "a"],
  [["score", "eq", 0.5, "ok"], "a"],
  [["score", "is", null], "b c"],
  [["scoreLabel", "eq", "partly", "ok"], "a"],
  [["scoreLabel", "neq", "partly"], "b c"],
  [["tags", "in", ["x"]], "a"],
  [["tags", "nin", ["x"]], "b c"],
  [["metadata", "eq", 1, "k"], "a"],
  [["metadata", "is", null], "b c"],
  [["name", "eq", "title"], "c"],
  [["name", "is", null], "a b"],
  [["environment", "in", ["prod"]], "c"],
  [["content", "ilike", "is it BLUE"], "a"],
  [["content", "ilike", "rayleigh"], "a"],
  [["content", "ilike", "upon"], "c"],
  [["content", "ilike", "a time"], "c"],
  [["content", "nilike", "blue"], "b c"],
  [["participant", "in", ["ann"]], "a"],
  [["participant", "in", ["u2"]], "b"],
  [["participant", "nin", ["ann"]], "b c"],
  [["participant", "is", null], "c"],
  [["apiKey", "in", ["key-1", "key-2"]], "a"],
  [["apiKey", "nin", ["key-1"]], "b c"],
  [["apiKey", "is", null], "b c"],
];
