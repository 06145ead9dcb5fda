import { expect, test } from "vitest";
import type { SpanRecord } from "./trace-span.ts";
import { TraceTree } from "./trace-tree.ts";

const usage = { input: 1, output: 1 };

function recordOf(spanId: string, fields: Partial<SpanRecord> = {}): SpanRecord {
  return {
    traceId: "t",
    spanId,
    parentSpanId: null,
    role: "model",
    startTime: 1,
    endTime: 9,
    responseId: null,
    sessionId: null,
    userId: null,
    usage,
    lendsMessages: false,
    isFailed: false,
    inputRank: 0,
    outputRank: 0,
    events: [],
    raw: {},
    ...fields,
  };
}

function callsOf(...records: readonly SpanRecord[]): string[] {
  const tree = new TraceTree(records);
  return records.filter((record) => tree.isCall(record)).map(({ spanId }) => spanId);
}

test("of two directly nested spans, the one that has tokens is the call, otherwise the inner one", () => {
  const inner = { parentSpanId: "outer" };
  expect(callsOf(recordOf("outer"), recordOf("inner", inner))).toEqual(["inner"]);
  expect(callsOf(recordOf("outer"), recordOf("inner", { ...inner, usage: null }))).toEqual(["outer"]);
  expect(callsOf(recordOf("outer", { usage: null }), recordOf("inner", { ...inner, usage: null }))).toEqual(["inner"]);
  expect(callsOf(recordOf("outer"), recordOf("inner", { ...inner, role: "embedding" }))).toEqual(["outer", "inner"]);
});

test("of two spans with the same response, the one within the time of the other counts", () => {
  const sdk = recordOf("sdk", { responseId: "msg_1", startTime: 2, endTime: 8 });
  expect(callsOf(recordOf("instrumentation", { responseId: "msg_1" }), sdk)).toEqual(["sdk"]);
  expect(callsOf(recordOf("a", { responseId: "msg_1" }), recordOf("b", { responseId: "msg_1" }))).toEqual(["a"]);
  // A cached response has the same response id at another time.
  const later = recordOf("later", { responseId: "msg_1", startTime: 20, endTime: 30 });
  expect(callsOf(recordOf("first", { responseId: "msg_1" }), later)).toEqual(["first", "later"]);
});

test("cycles of parents are cut", () => {
  const tree = new TraceTree([recordOf("a", { parentSpanId: "b" }), recordOf("b", { parentSpanId: "a" })]);
  expect([tree.rootOf(recordOf("a", { parentSpanId: "b" })), tree.sessionOf(recordOf("a"))]).toEqual(["b", null]);
});

test("a nested call with its own response is a separate call", () => {
  const outer = recordOf("outer", { responseId: "r-1" });
  const inner = recordOf("inner", { parentSpanId: "outer", responseId: "r-2" });
  expect(callsOf(outer, inner)).toEqual(["outer", "inner"]);
  expect(callsOf(outer, { ...inner, responseId: "r-1" })).toEqual(["inner"]);
});

test("a failed attempt inside a successful call is a separate call", () => {
  const outer = recordOf("outer");
  const failed = recordOf("failed", { parentSpanId: "outer", usage: null, isFailed: true });
  expect(callsOf(outer, failed)).toEqual(["outer", "failed"]);
  expect(callsOf({ ...outer, usage: null, isFailed: true }, failed)).toEqual(["failed"]);
});

test("a span of an SDK and a span of an instrumentation with the same tokens are one call", () => {
  const parent = { parentSpanId: "agent" };
  const named = recordOf("instrumentation", { ...parent, responseId: "r-1" });
  const unnamed = recordOf("sdk", { ...parent, startTime: 2, endTime: 8 });
  expect(callsOf(named, unnamed)).toEqual(["instrumentation"]);
  expect(callsOf(named, { ...unnamed, usage: { input: 2, output: 1 } })).toEqual(["instrumentation", "sdk"]);
  expect(callsOf(named, { ...unnamed, endTime: 20 })).toEqual(["instrumentation", "sdk"]);
  expect(callsOf(named, { ...unnamed, parentSpanId: "other" })).toEqual(["instrumentation", "sdk"]);
  expect(callsOf({ ...named, responseId: null }, unnamed)).toEqual(["instrumentation", "sdk"]);
  const empty = { ...unnamed, usage: null };
  expect(callsOf(named, empty)).toEqual(["instrumentation"]);
  expect(callsOf(named, { ...empty, inputRank: 4 })).toEqual(["instrumentation", "sdk"]);
  expect(callsOf(named, { ...empty, isFailed: true })).toEqual(["instrumentation", "sdk"]);
});
