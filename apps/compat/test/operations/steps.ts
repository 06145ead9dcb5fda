import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Subject } from "../subject.ts";

export function stepOperations({ api, newStep, newScore }: Subject): void {
  describe("steps", () => {
    test("sendSteps acknowledges each step of a batch", async () => {
      const steps = ["first", "second"].map((name) => newStep({ name, type: "tool" }));
      await expect(api.sendSteps(steps)).resolves.toEqual({
        data: { step0: { ok: true, message: null }, step1: { ok: true, message: null } },
      });
      await expect(api.getStep(steps[1]?.id ?? "")).resolves.toMatchObject({ name: "second", type: "tool" });
    });

    test("getStep returns every field that was sent, and null for an unknown id", async () => {
      const threadId = randomUUID();
      const given = {
        id: randomUUID(),
        threadId,
        parentId: "a step that never arrives",
        name: "gpt-4o",
        type: "llm",
        startTime: "2024-12-01T10:00:00.123Z",
        endTime: "2024-12-01T10:00:01.456Z",
        error: "rate limited",
        input: { content: [{ role: "user", text: "Ünïcode \u0000 and NUL" }] },
        output: { content: "4" },
        metadata: { nested: { list: [1, 2.5, null, true] } },
        tags: ["a", "b"],
      } as const;
      const generation = {
        type: "CHAT",
        provider: "openai",
        model: "gpt-4o",
        messages: [{ role: "user", content: "2+2?" }],
        messageCompletion: { role: "assistant", content: "4" },
        variables: { a: 2 },
        settings: { temperature: 0 },
        tools: [],
        inputTokenCount: 5,
        outputTokenCount: 1,
        tokenCount: 6,
        duration: 1.3,
        ttFirstToken: 200.5,
        tokenThroughputInSeconds: 4.6,
      } as const;
      const score = newScore({ name: "user-feedback", type: "HUMAN", value: 1, comment: "right" });
      // The types of the client require mutable objects, hence the cast. The client never changes the objects.
      await newStep({ ...given, generation, scores: [score] } as never).send();
      const step = await api.getStep(given.id);
      expect(step).toMatchObject({ ...given, generation });
      expect(step?.scores).toMatchObject([{ name: "user-feedback", type: "HUMAN", value: 1, comment: "right" }]);
      expect(step?.attachments).toEqual([]);
      await expect(api.getStep(randomUUID())).resolves.toBeNull();
    });

    test("a step that is sent again is merged, and keeps its scores", async () => {
      const id = randomUUID();
      const scores = [newScore({ name: "quality", type: "AI", value: 0.5 })];
      await newStep({ id, name: "search", type: "tool", input: { query: "a" }, tags: ["kept"], scores }).send();
      await newStep({ id, name: "search", type: "tool", output: { hits: 3 }, scores }).send();
      const step = await api.getStep(id);
      expect(step).toMatchObject({ input: { query: "a" }, output: { hits: 3 }, tags: ["kept"] });
      expect(step?.scores).toHaveLength(1);
    });

    test("a step that was read can be changed and sent back", async () => {
      const id = randomUUID();
      const { objectKey } = await api.uploadFile({ content: Buffer.from("kept"), threadId: id, mime: "text/plain" });
      await newStep({
        id,
        name: "gpt-4o",
        type: "llm",
        generation: { type: "CHAT", model: "gpt-4o", messages: [{ role: "user", content: "2+2?" }] },
        scores: [newScore({ name: "quality", type: "AI", value: 0.5 })],
        attachments: [{ id: randomUUID(), name: "kept.txt", mime: "text/plain", objectKey } as never],
      }).send();
      const step = await api.getStep(id);
      if (!step) throw new Error("The step was not stored");
      await newStep(Object.assign({}, step, { output: { content: "4" } })).send();
      const again = await api.getStep(id);
      expect(again).toMatchObject({ output: { content: "4" }, generation: { model: "gpt-4o" } });
      expect(again?.scores).toMatchObject([{ name: "quality", value: 0.5 }]);
      expect(again?.attachments).toMatchObject([{ name: "kept.txt", objectKey }]);
    });

    test("a bad step of a batch results in an error that names the step, and the other steps are stored", async () => {
      const good = newStep({ name: "good", type: "tool" });
      const bad = newStep({ name: "bad", type: "tool", startTime: "yesterday" });
      await expect(api.sendSteps([good, bad])).rejects.toThrow(/step1.*startTime|startTime.*step1/);
      await expect(api.getStep(good.id ?? "")).resolves.toMatchObject({ name: "good" });
      await expect(api.getStep(bad.id ?? "")).resolves.toBeNull();
    });

    test("getSteps filters and pages", async () => {
      const tag = randomUUID();
      const steps = [1, 2, 3].map((turn) =>
        newStep({ name: `turn ${turn}`, type: "run", tags: [tag], metadata: { turn } }),
      );
      for (const step of steps) await step.send();
      const filters = [{ field: "tags" as const, operator: "in" as const, value: [tag] }];
      const orderBy = { column: "createdAt", direction: "DESC" } as const;
      const page = await api.getSteps({ first: 2, filters, orderBy });
      expect(page).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
      expect(page.data.map(({ name }) => name)).toEqual(["turn 3", "turn 2"]);
      const rest = await api.getSteps({ filters, orderBy, after: page.pageInfo.endCursor });
      expect(rest.data.map(({ name }) => name)).toEqual(["turn 1"]);
      const named = await api.getSteps({
        filters: [...filters, { field: "name", operator: "ilike", value: "TURN 2" }],
      });
      expect(named.data.map(({ id }) => id)).toEqual([steps[1]?.id]);
    });

    test("getSteps starts with the step that started last, even if another one arrived later", async () => {
      const tag = randomUUID();
      const [began, later] = [Date.now() - 1_000, Date.now()].map((time) => new Date(time).toISOString());
      const outer = newStep({ name: "outer", type: "run", tags: [tag], startTime: began });
      const inner = newStep({ name: "inner", type: "tool", tags: [tag], startTime: later, parentId: outer.id });
      await inner.send();
      await outer.send();
      const filters = [{ field: "tags" as const, operator: "in" as const, value: [tag] }];
      expect((await api.getSteps({ first: 1, filters })).data.map(({ name }) => name)).toEqual(["inner"]);
    });

    test("deleteStep returns the id, and the step is gone", async () => {
      const { id } = await newStep({ name: "search", type: "tool" }).send();
      await expect(api.deleteStep(id ?? "")).resolves.toBe(id);
      await expect(api.getStep(id ?? "")).resolves.toBeNull();
    });
  });

  describe("generations", () => {
    test("createGeneration stores a generation that has the id of its step", async () => {
      const created = await api.createGeneration({
        type: "CHAT",
        provider: "openai",
        model: `model-${randomUUID()}`,
        messages: [{ role: "user", content: "Hello" }],
        messageCompletion: { role: "assistant", content: "Hello, how can I help?" },
        tags: ["greeting"],
      });
      const id = created.id ?? "";
      const page = await api.getGenerations({ filters: [{ field: "id", operator: "eq", value: id }] });
      expect(page.data).toMatchObject([
        { id, type: "CHAT", provider: "openai", messageCompletion: { role: "assistant" } },
      ]);
      await expect(api.getStep(id)).resolves.toMatchObject({ id, type: "llm", threadId: null, parentId: null });
    });

    test("getGenerations fills in token counts that the client did not send", async () => {
      const model = `model-${randomUUID()}`;
      await api.createGeneration({ type: "COMPLETION", model, prompt: "One two three", completion: "four" });
      const page = await api.getGenerations({
        first: 1,
        filters: [{ field: "model", operator: "eq", value: model }],
        orderBy: { column: "tokenCount", direction: "DESC" },
      });
      expect(page.data).toMatchObject([{ model, prompt: "One two three", completion: "four" }]);
      expect(page.data[0]?.inputTokenCount).toBeGreaterThan(0);
      expect(page.data[0]?.outputTokenCount).toBeGreaterThan(0);
      expect(page.data[0]?.tokenCount).toBeGreaterThan(1);
    });
  });
}
