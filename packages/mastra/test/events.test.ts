import { expect, test } from "vitest";
import type { MastraSpan } from "../src/index.ts";
import { startService } from "./start-service.ts";

const times = { startTime: new Date("2026-01-01T00:00:00.000Z"), endTime: new Date("2026-01-01T00:00:01.000Z") };

function spanOf(fields: Partial<MastraSpan>): MastraSpan {
  return { traceId: "trace", id: "root", name: "root", type: "agent_run", isRootSpan: false, ...times, ...fields };
}

function eventsOf(span: MastraSpan) {
  return (["span_started", "span_ended"] as const).map((type) => ({ type, exportedSpan: span }));
}

test("a span that cannot be read is reported, and the host continues", async () => {
  const { client, errors, exporter } = startService();
  const recorder = exporter();
  const broken: MastraSpan = {
    ...spanOf({}),
    get attributes(): object {
      throw new Error("not yours");
    },
  };
  for (const event of eventsOf(broken)) await recorder.exportTracingEvent(event);
  await recorder.exportTracingEvent(null as never);
  await client.flush();
  expect(errors).toEqual(expect.arrayContaining([expect.objectContaining({ message: "not yours" })]));
});

test("events and spans after the end of their trace are part of it", async () => {
  const { errors, exporter, steps, tree } = startService();
  const recorder = exporter();
  const root = spanOf({ isRootSpan: true, input: "Hi", metadata: { threadId: "chat-1" } });
  const late = { parentSpanId: "root", type: "memory_operation" };
  for (const event of eventsOf(root)) await recorder.exportTracingEvent(event);
  for (const event of eventsOf(spanOf({ ...late, id: "save", name: "memory: save" })))
    await recorder.exportTracingEvent(event);
  const score = spanOf({ ...late, type: "generic", id: "event", name: "score", output: { value: 1 } });
  await recorder.exportTracingEvent({ type: "span_ended", exportedSpan: score });
  expect(await tree()).toStrictEqual(["run root", "  undefined memory: save", "  undefined score"]);
  for (const { threadId } of await steps()) expect(threadId).toBe("chat-1");
  expect((await steps())[2]).toMatchObject({ output: { value: 1 }, metadata: { kind: "generic" } });
  expect(errors).toStrictEqual([]);
});

test("a generation without steps is one call", async () => {
  const { exporter, steps } = startService();
  const recorder = exporter();
  const generation = spanOf({
    isRootSpan: true,
    type: "model_generation",
    name: "llm: 'gpt-4o'",
    attributes: { model: "gpt-4o", provider: "openai.chat", usage: { inputTokens: 3, outputTokens: 2 } },
    input: { messages: [{ role: "user", content: "Hi" }] },
    output: { text: "Hello." },
  });
  for (const event of eventsOf(generation)) await recorder.exportTracingEvent(event);
  const all = await steps();
  expect(all).toHaveLength(1);
  expect(all[0]).toMatchObject({
    type: "llm",
    name: "gpt-4o",
    startTime: times.startTime.toISOString(),
    endTime: times.endTime.toISOString(),
    generation: {
      provider: "openai",
      messages: [{ role: "user", content: "Hi" }],
      messageCompletion: { content: "Hello." },
      tokenCount: 5,
    },
  });
});

test("traces without an end take a bounded amount of memory", async () => {
  const { client, errors, exporter, steps } = startService();
  const recorder = exporter({ autoThread: false });
  const root = spanOf({ isRootSpan: true });
  const rootOf = (index: number) => ({ ...root, traceId: `trace ${index}`, id: `span ${index}`, name: "lost" });
  for (let index = 0; index < 1_100; index += 1)
    await recorder.exportTracingEvent({ type: "span_started", exportedSpan: rootOf(index) });
  await client.flush();
  // The oldest span was dropped, so its end is recorded as a new step with the same id.
  for (const index of [0, 1_099])
    await recorder.exportTracingEvent({ type: "span_ended", exportedSpan: rootOf(index) });
  const ended = (await steps()).filter(({ endTime }) => endTime != null);
  expect(ended.map(({ id }) => id).toSorted()).toStrictEqual(["span 0", "span 1099"]);
  expect(errors).toStrictEqual([]);
});
