import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasJsonTexts } from "../../json-texts.ts";
import { openThreadedStore } from "../../sqlite/open-threaded-store.ts";

test("a step of a long read equals that of a short one, and has the text of its payloads", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = await openThreadedStore({ path: join(folder, "threadline.db") });
  onTestFinished(() => store.close());
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  await store.steps.ingest("p", [
    {
      id: "s",
      createdAt: 5,
      threadId: "t",
      type: "llm",
      tags: ["tag"],
      input: { "new\nline": ["\ud800", 1] },
      output: null,
      metadata: { a: 1 },
      generation: { type: "CHAT", model: "m", messages: [{ role: "user" }], tokenCount: 3 },
    },
    { id: "bare", createdAt: 6, threadId: "t" },
  ]);
  const expected = await store.steps.getMany("p", ["s", "bare"]);
  const [steps = []] = await store.steps.ofThreads("p", ["t"]);
  const [step] = steps;
  if (step === undefined || !hasJsonTexts(step)) throw new Error("step not found");
  expect(["input", "output", "metadata", "id"].map((field) => step.jsonTextOf(field))).toEqual([
    '{"new\\nline":["\\ud800",1]}',
    undefined,
    '{"a":1}',
    undefined,
  ]);
  expect({ ...step }).toStrictEqual(expected[0]);
  expect(steps).toEqual(expected);
  expect(step.input).toBe(step.input);
  const { edges } = await store.steps.list("p", { first: 10 });
  expect(edges.map(({ node }) => node)).toEqual(expected.toReversed());
});
