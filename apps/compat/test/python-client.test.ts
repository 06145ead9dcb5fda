import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectValidDocuments } from "./expect-valid-documents.ts";
import { needs } from "../../../packages/server/test/requirements.ts";
import { drivePython, hungAfter, preparePython } from "./python-client.ts";
import type { Results } from "./python-client.ts";
import { startService } from "./service.ts";

const versions = ["0.1.201", "0.1.300"];
const obstacle = await preparePython(versions);
if (obstacle) console.warn(`The Python client was NOT driven: ${obstacle}`);
const needed = needs("the Python client", obstacle === null);

describe.each(versions)("literalai %s for Python", needed, (version) => {
  let service: Awaited<ReturnType<typeof startService>>;
  let results: Results;
  beforeAll(async () => {
    service = await startService();
    results = await drivePython(version, service);
  }, hungAfter);
  afterAll(() => service.close());

  const first = (operation: string): unknown => results.get(operation)?.[0];

  test("every public operation was called, none failed", () => {
    expect(results.get("error") ?? []).toEqual([]);
    expect(first("version")).toBe(version);
    expect(first("missing")).toEqual([]);
    expectValidDocuments(service.documents);
  });

  test("users come back with metadata that is never null", () => {
    expect(first("create_user")).toMatchObject({ identifier: "ada", metadata: { plan: "free" } });
    expect(results.get("get_user")).toMatchObject([{ identifier: "ada" }, { identifier: "ada" }]);
    expect(first("update_user")).toMatchObject({ identifier: "ada", metadata: { plan: "pro" } });
    expect(first("get_users")).toMatchObject({ data: [{ identifier: "ada" }], totalCount: 1, hasNextPage: false });
  });

  test("an update of a thread keeps absent fields", () => {
    expect(first("create_thread")).toMatchObject({
      name: "Support",
      tags: ["python"],
      participant: { identifier: "ada" },
    });
    expect(first("update_thread")).toMatchObject({ name: "Upserted", metadata: { topic: "scale" } });
    expect(first("get_thread")).toMatchObject({
      id: "python-thread",
      participant: { identifier: "grace" },
      steps: [{ id: "python-step", type: "tool", output: { hits: 1 } }],
    });
    expect(first("list_threads")).toMatchObject({ data: [{ name: "Support" }], hasNextPage: true, totalCount: 2 });
    expect(first("delete_thread")).toBe(true);
  });

  test("an update of a step changes only given fields, although it sends null for the others", () => {
    expect(first("update_step")).toMatchObject({
      name: "agent",
      type: "run",
      input: { question: 1 },
      output: { answer: 2 },
      metadata: { reviewed: true },
      tags: ["one"],
    });
    expect(first("get_steps")).toMatchObject({ data: [{ name: "agent" }], totalCount: 1 });
    expect(results.get("get_step")?.at(-1)).toBeNull();
  });

  test("scores and attachments can be created, changed and deleted", () => {
    expect(first("update_score")).toMatchObject({ name: "quality", value: 1, comment: "so so" });
    expect(first("create_scores")).toMatchObject([{ name: "tone", value: 1, label: "friendly" }]);
    expect(first("create_attachment")).toMatchObject({ name: "note.txt", mime: "text/plain" });
    expect(first("get_attachment")).toMatchObject({ name: "renamed.txt", mime: "text/plain", url: expect.any(String) });
    expect(first("upload_file")).toEqual({ object_key: expect.any(String), url: expect.any(String) });
  });

  test("generations are stored and listed with their type", () => {
    expect(first("create_generation")).toMatchObject({ type: "CHAT" });
    expect(first("get_generations")).toMatchObject({ data: [{ type: "CHAT", model: "gpt-4o" }], totalCount: 1 });
  });

  test("datasets and experiments are returned completely", () => {
    expect(first("update_dataset")).toMatchObject({ description: "Asked and answered", metadata: { owner: "ada" } });
    expect(first("add_step_to_dataset")).toMatchObject({ input: { question: 1 }, expectedOutput: { answer: 2 } });
    expect(first("add_generation_to_dataset")).toMatchObject({ metadata: { promptType: "CHAT" } });
    expect(first("get_dataset")).toMatchObject({ name: "python questions", items: [{}, {}, {}] });
    expect(results.get("get_dataset")?.at(-1)).toBeNull();
    expect(first("create_experiment")).toMatchObject({ name: "python experiment", params: { temperature: 0 } });
    expect(first("create_experiment_item")).toMatchObject({
      output: { answer: 4 },
      scores: [{ name: "correct", value: 1 }],
    });
  });

  test("prompts are numbered from 0, rolled out and formatted", () => {
    expect(first("get_or_create_prompt")).toMatchObject({ name: "python prompt", version: 0, provider: "openai" });
    expect(first("create_prompt")).toMatchObject({ version: 1 });
    expect(first("get_prompt_ab_testing")).toEqual([{ version: 0, rollout: 100 }]);
    expect(first("update_prompt_ab_testing")).toMatchObject({ ok: true });
    expect(first("prompt.format_messages")).toEqual([{ content: "Bye Ada" }]);
  });

  test("context managers send a tree, with its environment", () => {
    const thread = first("context.thread") as {
      steps: { id: string; name: string; type: string; parentId: string | null }[];
    };
    expect(thread.steps.map(({ name, type }) => [name, type])).toEqual(
      expect.arrayContaining([
        ["Ada", "user_message"],
        ["agent", "run"],
        ["search", "tool"],
      ]),
    );
    const run = thread.steps.find(({ type }) => type === "run");
    expect(thread.steps.find(({ type }) => type === "tool")).toMatchObject({
      parentId: run?.id,
      output: { hits: ["2+2"] },
    });
    expect(first("context.experiment")).toMatchObject({
      type: "run",
      name: "Experiment Run",
      environment: "experiment",
    });
    expect(first("context.item")).toMatchObject({ output: { answer: 2 }, scores: [{ name: "exact", value: 1 }] });
    expect(first("context.staged")).toMatchObject({ name: "staged", environment: "staging" });
  });

  test("the asynchronous client works the same way", () => {
    expect(first("async.get_thread")).toMatchObject({
      name: "Async",
      steps: [{ name: "agent", attachments: [{ name: "note.txt" }] }],
    });
    expect(first("async.get_dataset")).toMatchObject({ items: [{ input: { question: 1 } }] });
    expect(first("async.get_prompt")).toMatchObject({ name: "async prompt", version: 0 });
  });

  test("the calls of Chainlit's data layer find the thread by its text and by its feedback", () => {
    expect(results.get("chainlit.list_threads")).toMatchObject([
      { data: [{ id: "chat" }] },
      { data: [] },
      { data: [{ id: "chat" }] },
      { data: [] },
    ]);
    expect(first("chainlit.attachment")).toBe("chat");
    expect(first("chainlit.get_thread")).toMatchObject({
      participant: { identifier: "chainlit ada" },
      steps: [
        { id: "question", output: { content: "Where?" } },
        {
          id: "answer",
          parentId: "question",
          attachments: [
            { id: "one.txt", url: expect.any(String) },
            { id: "two.txt", url: expect.any(String) },
          ],
          scores: [{ name: "user-feedback", value: 0, comment: "no" }],
        },
      ],
    });
  });
});
