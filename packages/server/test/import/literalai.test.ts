import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { expectKinds, readReport, startTarget, type Target } from "./stand-in.ts";

const createdAt = "2024-05-06T07:08:09.123Z";

async function fill({ client: { api } }: Target): Promise<void> {
  await api.createUser("amara", { plan: "pro" });
  await api.upsertThread({
    threadId: "t",
    name: "Support",
    participantId: "amara",
    metadata: { channel: "web" },
    tags: ["vip"],
  });
  await api.sendSteps([
    {
      id: "run",
      threadId: "t",
      name: "answer",
      type: "run",
      startTime: createdAt,
      endTime: createdAt,
      input: { q: 1 },
      output: { a: 2 },
      tags: ["x"],
    },
    {
      id: "call",
      threadId: "t",
      parentId: "run",
      rootRunId: "run",
      name: "gpt-4o",
      type: "llm",
      startTime: createdAt,
      error: "rate limited",
      generation: {
        provider: "openai",
        model: "gpt-4o",
        messages: [{ role: "user", content: "hi" }],
        messageCompletion: { role: "assistant", content: "hello" },
        inputTokenCount: 3,
        outputTokenCount: 4,
        settings: { temperature: 0 },
      },
      scores: [{ id: "score", name: "helpful", type: "HUMAN", value: 1, comment: "yes" }],
      attachments: [{ id: "link", name: "page", mime: "text/html", url: "https://example.com/page" }],
    },
    { id: "alone", name: "nightly", type: "run", startTime: createdAt },
  ]);
  const dataset = await api.createDataset({
    name: "hours",
    description: "Opening hours",
    metadata: { owner: "support" },
  });
  await api.createDatasetItems(dataset.id, [{ input: { day: "monday" }, expectedOutput: { opens: 9 } }]);
}

test("every record that Literal AI's API lists is imported, with its id and times", async () => {
  const [source, target] = await Promise.all([startTarget(), startTarget()]);
  await fill(source);
  const { code, notices } = await target.run(["--from", "literalai", source.url], {
    LITERAL_API_KEY: "tl_import-target",
  });
  expect([code, notices]).toEqual([0, expect.stringContaining("Imported")]);
  const report = {
    users: [1, 0],
    threads: [1, 0],
    steps: [3, 0],
    scores: [1, 0],
    datasets: [1, 0],
    "dataset items": [1, 0],
  };
  expect(readReport(notices)).toEqual(report);
  expectKinds("literalai", "API", report);
  expect(notices).toMatch(/^threads +1$/mu);

  const plain = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (name, each: unknown) =>
        ["createdAt", "updatedAt", "receivedAt", "participant", "participantId", "projectId"].includes(name)
          ? undefined
          : each,
      ),
    );
  const [before, after] = await Promise.all([source.client.api.getThread("t"), target.client.api.getThread("t")]);
  expect(plain(after)).toEqual(plain(before));
  expect(after?.steps?.[0]?.createdAt).toBe(createdAt);
  expect(await target.client.api.getUser("amara")).toMatchObject({ metadata: { plan: "pro" } });
  expect(await target.client.api.getStep("alone")).toMatchObject({ name: "nightly", createdAt });
  const datasets = await Promise.all([source, target].map(({ client }) => client.api.getDataset({ name: "hours" })));
  expect(datasets[1]?.items).toMatchObject([
    {
      id: datasets[0]?.items[0]?.id,
      input: { day: "monday" },
      expectedOutput: { opens: 9 },
      createdAt: datasets[0]?.items[0]?.createdAt,
    },
  ]);
  const again = await target.run(["--from", "literalai", source.url], { LITERAL_API_KEY: "tl_import-target" });
  expect(readReport(again.notices)).toEqual(
    Object.fromEntries(Object.entries(report).map(([kind, [count]]) => [kind, [0, count]])),
  );
});

test("JSON that the clients return is read from files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [source, target] = await Promise.all([startTarget(), startTarget()]);
  await fill(source);
  const { api } = source.client;
  const prompt = await api.getOrCreatePrompt("greet", [{ role: "user", content: "Hello {{name}}" }]);
  const thread = await api.getThread("t");
  const lines = [
    { id: "t", name: "Support", participant: { identifier: "amara" }, steps: thread?.steps },
    await api.getStep("alone"),
    await api.getDataset({ name: "hours" }),
    { name: "greet", version: 0, templateMessages: prompt.templateMessages },
  ];
  await writeFile(join(folder, "export.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  const { notices } = await target.run(["--from", "literalai", folder]);
  const report = readReport(notices);
  expect(report).toEqual({
    "prompt versions": [1, 0],
    users: [1, 0],
    threads: [1, 0],
    steps: [3, 0],
    scores: [1, 0],
    datasets: [1, 0],
    "dataset items": [1, 0],
  });
  expectKinds("literalai", "files", report);
});
