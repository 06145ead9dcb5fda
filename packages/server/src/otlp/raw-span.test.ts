import { expect, test } from "vitest";
import { rawSpan } from "./raw-span.ts";
import type { Span } from "./span.ts";

const span: Span = {
  traceId: "0".repeat(31) + "1",
  spanId: "0".repeat(15) + "1",
  parentSpanId: null,
  name: "ChatOpenAI.chat",
  startTime: null,
  endTime: null,
  attributes: new Map([["input.value", "a".repeat(300)]]),
  events: [],
  links: [],
  isFailed: false,
  statusMessage: "",
  scope: "",
  resource: new Map(),
};

test("the name of a span is kept only if its step has another name", () => {
  const options = { keepsAttributes: false, hasContent: false };
  expect(rawSpan(span, { ...options, stepName: "ChatOpenAI" })).toEqual({ name: "ChatOpenAI.chat" });
  expect(rawSpan(span, { ...options, stepName: "ChatOpenAI.chat" })).toEqual({});
});

test("a long attribute is kept whole only if its step has no content", () => {
  const attributeBeside = (hasContent: boolean): unknown =>
    rawSpan(span, { keepsAttributes: true, hasContent, stepName: span.name })["attributes"];
  expect(attributeBeside(false)).toEqual({ "input.value": "a".repeat(300) });
  expect(attributeBeside(true)).toEqual({ "input.value": `${"a".repeat(100)}… (300 characters)` });
});
