import { afterAll, expect, test, vi } from "vitest";
import { startService } from "../../test/start-service.ts";
import type { Fetch } from "../configuration.ts";
import { ConfigError, IngestError } from "../errors.ts";
import { Step } from "../step.ts";

const service = startService({}, afterAll);
const { client, connect } = service;
const { api } = client;

test("sendSteps stores steps with all their parts", async () => {
  const response = await api.sendSteps([
    {
      id: "s-full",
      threadId: "t",
      parentId: "p",
      rootRunId: "r",
      name: "call",
      type: "llm",
      startTime: "2026-01-02T03:04:05.678Z",
      endTime: "2026-01-02T03:04:06.678Z",
      environment: "staging",
      input: { question: "why?" },
      output: { answer: 42 },
      error: "none really",
      metadata: { a: 1 },
      tags: ["x"],
      generation: {
        type: "CHAT",
        provider: "openai",
        model: "gpt-4o",
        messages: [{ role: "user", content: "why?" }],
        messageCompletion: { role: "assistant", content: "42" },
        inputTokenCount: 3,
        outputTokenCount: 1,
        tokenCount: 4,
        duration: 0.5,
        ttFirstToken: 120,
      },
      scores: [{ name: "quality", type: "AI", value: 0.5, label: "fair", scorer: "judge", comment: "well" }],
      attachments: [{ id: "a-full", name: "page", mime: "text/html", url: "https://example.com" }],
    },
  ]);
  expect(response).toEqual({ data: { ingestSteps: [{ id: "s-full", ok: true, message: null }] } });
  expect(await api.getStep("s-full")).toMatchObject({
    threadId: "t",
    parentId: "p",
    rootRunId: "r",
    name: "call",
    type: "llm",
    startTime: "2026-01-02T03:04:05.678Z",
    endTime: "2026-01-02T03:04:06.678Z",
    environment: "staging",
    input: { question: "why?" },
    output: { answer: 42 },
    error: "none really",
    metadata: { a: 1 },
    tags: ["x"],
    generation: { id: "s-full", type: "CHAT", model: "gpt-4o", tokenCount: 4, duration: 0.5, ttFirstToken: 120 },
    scores: [{ name: "quality", type: "AI", value: 0.5, label: "fair", scorer: "judge", comment: "well" }],
    attachments: [{ id: "a-full", name: "page", mime: "text/html", url: "https://example.com" }],
  });
});

test("sendSteps truncates a field that is too large for the service, with a note", async () => {
  const text = "x".repeat(20_000_000);
  const generation = { type: "CHAT" as const, messages: [{ role: "user" as const, content: text }] };
  await api.sendSteps([{ id: "s-large", name: "n".repeat(2_000), type: "llm", input: { text }, generation }]);
  const { name, input, generation: stored } = (await api.getStep("s-large")) ?? {};
  const note = "[Truncated: 20000000 characters]";
  expect(name).toHaveLength(1_000);
  expect(input).toStrictEqual({ text: `${"x".repeat(1_000_000)}${note}` });
  expect(JSON.stringify(stored)).toContain(note);
});

test("sendSteps merges later fields, and keeps absent ones", async () => {
  await api.sendSteps([{ id: "s-merge", name: "begin", type: "run", input: { a: 1 }, tags: ["x"] }]);
  await api.sendSteps([{ id: "s-merge", name: "end", type: "run", output: { b: 2 } }]);
  expect(await api.getStep("s-merge")).toMatchObject({ name: "end", input: { a: 1 }, output: { b: 2 }, tags: ["x"] });
});

test("sending a fetched step again does not duplicate its score", async () => {
  await api.sendSteps([
    { id: "s-again", name: "run", type: "run", scores: [{ name: "quality", type: "HUMAN", value: 1 }] },
  ]);
  const fetched = await api.getStep("s-again");
  await api.sendSteps([fetched!]);
  expect((await api.getStep("s-again"))!.scores).toHaveLength(1);
});

test("sendSteps records an error object as text, with its causes", async () => {
  const error = new Error("no answer", { cause: new TypeError("socket") });
  await api.sendSteps([{ id: "s-error", name: "run", type: "run", error }]);
  expect((await api.getStep("s-error"))!.error).toBe("Error: no answer\ncaused by TypeError: socket");
});

test("sendSteps accepts values that JSON does not support", async () => {
  const input = { big: 2n ** 64n } as never;
  await api.sendSteps([{ id: "s-odd", name: "run", type: "run", input }]);
  expect((await api.getStep("s-odd"))!.input).toEqual({ big: "18446744073709551616" });
});

test("sendSteps sends many steps in several requests", async () => {
  const fetch = vi.fn<Fetch>(service.fetch);
  const counted = connect({ fetch });
  const steps = Array.from({ length: 250 }, (_, index) => ({
    id: `s-many-${index}`,
    name: "run",
    type: "run" as const,
  }));
  const { data } = await counted.api.sendSteps(steps);
  expect(data.ingestSteps.map(({ id }) => id)).toEqual(steps.map(({ id }) => id));
  expect(fetch).toHaveBeenCalledTimes(3);
});

test("sendSteps sends nothing for an empty list", async () => {
  const fetch = vi.fn<Fetch>(service.fetch);
  const counted = connect({ fetch });
  expect(await counted.api.sendSteps([])).toEqual({ data: { ingestSteps: [] } });
  expect(fetch).not.toHaveBeenCalled();
});

test("sendSteps names the rejected steps, and stores the others", async () => {
  const error: unknown = await api
    .sendSteps([
      { id: "s-good", name: "good", type: "run" },
      { id: "s-bad", name: "bad", type: "nonsense" as never },
      { id: "s-late", name: "late", type: "run", startTime: "not a time" },
    ])
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(IngestError);
  const { failures, message } = error as IngestError;
  expect(failures.map(({ id }) => id)).toEqual(["s-bad", "s-late"]);
  expect(failures[0]!.message).toContain("type: must be one of");
  expect(message).toContain("2 of 3 steps rejected");
  expect(message).toContain("s-bad");
  expect(await api.getStep("s-good")).toMatchObject({ name: "good" });
  expect(await api.getStep("s-bad")).toBeNull();
});

test("sendSteps uses the environment of the call, or else of the client", async () => {
  const staging = connect({ environment: "staging" });
  await staging.api.sendSteps([{ id: "s-client", name: "run", type: "run" }]);
  await staging.api.sendSteps([{ id: "s-call", name: "run", type: "run" }], { environment: "dev" });
  expect((await api.getStep("s-client"))!.environment).toBe("staging");
  expect((await api.getStep("s-call"))!.environment).toBe("dev");
});

test("getStep resolves to null for an unknown id", async () => {
  expect(await api.getStep("unknown")).toBeNull();
});

test("a fetched step does not inherit from the current context", async () => {
  await api.sendSteps([{ id: "s-context", name: "run", type: "run" }]);
  const step = await client.thread({ id: "t-around" }).wrap(() => api.getStep("s-context"));
  expect(step!.threadId).toBeNull();
});

test("getSteps resolves to a page of steps", async () => {
  await api.sendSteps([
    { id: "s-list-1", name: "listed", type: "run" },
    { id: "s-list-2", name: "listed", type: "tool" },
  ]);
  const page = await api.getSteps({
    first: 1,
    filters: [
      { field: "name", operator: "eq", value: "listed" },
      { field: "type", operator: "eq", value: "tool" },
    ],
  });
  expect(page.data.map(({ id }) => id)).toEqual(["s-list-2"]);
  expect(page.data[0]).toBeInstanceOf(Step);
  expect(page).toMatchObject({ totalCount: 1, pageInfo: { hasNextPage: false } });
  expect((await api.getSteps()).totalCount).toBeGreaterThan(1);
});

test("deleteStep deletes the step and resolves to its id", async () => {
  await api.sendSteps([{ id: "s-delete", name: "run", type: "run" }]);
  expect(await api.deleteStep("s-delete")).toBe("s-delete");
  expect(await api.getStep("s-delete")).toBeNull();
});

test("deleteStep rejects for an unknown id", async () => {
  await expect(api.deleteStep("unknown")).rejects.toMatchObject({ codes: ["NOT_FOUND"] });
});

test.each([{}, { id: "s" }, undefined, null, "s"])(
  "sendSteps rejects a value that is not an array: %j",
  async (steps) => {
    await expect(api.sendSteps(steps as never)).rejects.toThrow(
      new ConfigError("sendSteps: steps must be an array; pass a single step as [step]"),
    );
  },
);
