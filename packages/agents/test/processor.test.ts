import { expect, test } from "vitest";
import type { AgentSpan } from "../src/index.ts";
import { startService } from "./start-service.ts";

const times = { startedAt: "2026-01-01T00:00:00.000Z", endedAt: "2026-01-01T00:00:01.000Z" };

function spanOf(spanData: object, fields: Partial<AgentSpan> = {}): AgentSpan {
  return { traceId: "trace_1", spanId: "span_1", parentId: null, error: null, ...times, spanData, ...fields };
}

test("an unreadable span is reported, and the host continues", async () => {
  const { client, errors, processor } = startService();
  const broken = {
    get type(): string {
      throw new Error("not yours");
    },
  };
  const recorder = processor();
  await recorder.onSpanStart(spanOf(broken));
  await recorder.onSpanEnd(spanOf(broken));
  await recorder.onTraceStart(null as never);
  await client.flush();
  expect(errors).toEqual(expect.arrayContaining([expect.objectContaining({ message: "not yours" })]));
});

test("spans of a trace that started in another process join it", async () => {
  const { processor, steps } = startService();
  const [one, other] = [processor({ autoThread: false }), processor({ autoThread: false })];
  await one.onTraceStart({ traceId: "trace_1", name: "Travel" });
  await other.onSpanStart(spanOf({ type: "agent", name: "Guide" }));
  await other.onSpanEnd(spanOf({ type: "agent", name: "Guide" }));
  await one.onTraceEnd({ traceId: "trace_1", name: "Travel" });
  const all = await steps();
  expect(all.find(({ name }) => name === "Guide")).toMatchObject({ parentId: "trace_1", rootRunId: "trace_1" });
});

test("audio is not recorded, only its text and format", async () => {
  const { processor, steps } = startService();
  const recorder = processor();
  await recorder.onTraceStart({ traceId: "trace_1", name: "Voice" });
  const speech = {
    type: "speech",
    model: "tts-1",
    input: "Hello",
    output: { data: "AAAA".repeat(1_000), format: "pcm" },
  };
  await recorder.onSpanStart(spanOf(speech));
  await recorder.onSpanEnd(spanOf(speech));
  const tools = { type: "mcp_tools", server: "files", result: ["read"] };
  await recorder.onSpanStart(spanOf(tools, { spanId: "span_2" }));
  await recorder.onSpanEnd(spanOf(tools, { spanId: "span_2" }));
  await recorder.onTraceEnd({ traceId: "trace_1", name: "Voice" });
  const all = await steps();
  expect(JSON.stringify(all)).not.toContain("AAAA");
  expect(all.find(({ id }) => id === "span_1")).toMatchObject({
    name: "tts-1",
    input: { text: "Hello" },
    output: { format: "pcm" },
    metadata: { kind: "speech" },
    startTime: times.startedAt,
    endTime: times.endedAt,
  });
  expect(all.find(({ id }) => id === "span_2")).toMatchObject({ name: "tools of files", output: { tools: ["read"] } });
});

test("traces without an end take a bounded amount of memory", async () => {
  const { errors, processor, steps } = startService();
  const recorder = processor({ autoThread: false });
  for (let index = 0; index < 2_000; index += 1)
    await recorder.onTraceStart({ traceId: `trace_${index}`, name: "Lost" });
  // Ends the oldest and the newest trace. Only the newest is recorded, because the oldest was dropped when too many
  // were open.
  await recorder.onTraceEnd({ traceId: "trace_0", name: "Lost" });
  await recorder.onTraceEnd({ traceId: "trace_1999", name: "Lost" });
  const ended = (await steps()).filter(({ endTime }) => endTime != null);
  expect(ended.map(({ id }) => id)).toStrictEqual(["trace_1999"]);
  expect(errors).toStrictEqual([]);
});
