import { randomUUID } from "node:crypto";
import { LiteralClient } from "@literalai/client-0-1-5";
import { describe, expect, test, vi } from "vitest";
import { type Context, soon } from "./context.ts";

export function contextOperations({ client, api, service }: Context): void {
  describe("thread, step, run and decorate", () => {
    test("nested wraps arrive as one tree in one thread", async () => {
      const thread = client.thread({ name: "Support", participantId: `user-${randomUUID()}` });
      const ids: Record<string, string | null | undefined> = {};
      const output = await thread.wrap(
        async () => {
          expect(client.getCurrentThread().id).toBe(thread.id);
          await client.step({ type: "user_message", name: "Ada", output: { content: "Hi" } }).send();
          return client.run({ name: "agent", input: { question: "Hi" } }).wrap(async (run) => {
            ids["run"] = run.id;
            expect(client.getRootRun().id).toBe(run.id);
            await client.step({ name: "search", type: "tool" }).wrap(
              async (step) => {
                ids["tool"] = step.id;
                expect(client.getCurrentStep().id).toBe(step.id);
                return ["hit"];
              },
              (hits) => ({ metadata: { hits: hits.length } }),
            );
            return { answer: "Hello" };
          });
        },
        { metadata: { topic: "greeting" }, tags: ["wrapped"] },
      );
      expect(output).toEqual({ answer: "Hello" });
      // `wrap` does not wait until its records are sent.
      await vi.waitFor(async () => {
        const stored = await api.getThread(thread.id);
        expect(stored).toMatchObject({ name: "Support", metadata: { topic: "greeting" }, tags: ["wrapped"] });
        expect(stored?.steps).toHaveLength(3);
        const { run, tool } = ids;
        expect(stored?.steps).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ id: run, type: "run", parentId: null, output: { answer: "Hello" } }),
            expect.objectContaining({
              id: tool,
              parentId: run,
              rootRunId: run,
              output: { output: ["hit"] },
              metadata: { hits: 1 },
            }),
          ]),
        );
      }, soon);
    });

    test("a thread and its steps can be sent without a wrap", async () => {
      const thread = await client.thread({ name: "By hand", tags: ["manual"] }).upsert();
      const step = await thread.step({ name: "search", type: "tool" }).send();
      const child = await step.step({ name: "fetch", type: "retrieval" }).send();
      const run = await thread.run({ name: "agent" }).send();
      expect(step.isMessage()).toBe(false);
      expect(step.serialize()).toMatchObject({ id: step.id, threadId: thread.id });
      const stored = await api.getThread(thread.id);
      expect(stored?.steps?.map(({ id }) => id).toSorted()).toEqual([step.id, child.id, run.id].toSorted());
      expect(stored?.steps?.find(({ id }) => id === child.id)).toMatchObject({ parentId: step.id, type: "retrieval" });
      await expect(
        api.upsertThread(thread.id, "By hand 2", { by: "position" }, undefined, ["t"]),
      ).resolves.toMatchObject({
        name: "By hand 2",
        metadata: { by: "position" },
        tags: ["t"],
      });
    });

    test("decorate adds metadata, tags and an id", async () => {
      const stepId = randomUUID();
      await client
        .decorate({ metadata: { customer: 7 }, tags: ["decorated"], stepId })
        .wrap(() => client.run({ name: "agent" }).wrap(() => "done"));
      await vi.waitFor(
        () =>
          expect(api.getStep(stepId)).resolves.toMatchObject({
            metadata: { customer: 7 },
            tags: ["decorated"],
            output: { output: "done" },
          }),
        soon,
      );
    });

    test("a release is in the metadata of decorated records", async () => {
      const released = new LiteralClient({ apiKey: service.apiKey, apiUrl: service.url, release: "1.2.3" });
      const stepId = randomUUID();
      await released.decorate({ stepId }).wrap(() => released.step({ name: "search", type: "tool" }).send());
      await expect(api.getStep(stepId)).resolves.toMatchObject({ metadata: { release: "1.2.3" } });
    });

    test.each(["dev", "staging", "prod"] as const)("the environment %s arrives with the step", async (environment) => {
      const other = new LiteralClient({ apiKey: service.apiKey, apiUrl: service.url, environment });
      const { id } = await other.step({ name: "search", type: "tool" }).send();
      await expect(api.getStep(id ?? "")).resolves.toMatchObject({ environment });
    });

    test("a disabled client sends nothing", async () => {
      const disabled = new LiteralClient({ apiKey: service.apiKey, apiUrl: service.url, disabled: true });
      const { id } = await disabled.step({ name: "search", type: "tool" }).send();
      await disabled.thread({ id: `thread-${id}` }).upsert();
      await expect(api.getStep(id ?? "")).resolves.toBeNull();
      await expect(api.getThread(`thread-${id}`)).resolves.toBeNull();
    });

    test("outside of a wrap there is no current thread, step or run", () => {
      expect(() => client.getCurrentThread()).toThrow("outside");
      expect(() => client.getCurrentStep()).toThrow("outside");
      expect(() => client.getRootRun()).toThrow("outside");
      expect(() => client.getCurrentExperimentItemRunId()).toThrow("outside");
      expect([client._currentThread(), client._currentStep(), client._rootRun()]).toEqual([null, null, null]);
    });
  });
}
