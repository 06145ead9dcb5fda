import type { JsonValue } from "../../src/json/json-value.ts";
import type { Span } from "../../src/otlp/span.ts";

/** Returns a span with attributes. Values other than text and numbers become JSON text, as in most emitters. */
export function spanOf(attributes: Readonly<Record<string, unknown>>, span: Partial<Span> = {}): Span {
  const sent = Object.entries(attributes).map(([key, value]): [string, JsonValue] => [
    key,
    typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value),
  ]);
  return {
    traceId: "1".repeat(32),
    spanId: "2".repeat(16),
    parentSpanId: "3".repeat(16),
    name: "span",
    startTime: 1_000,
    endTime: 2_000,
    attributes: new Map(sent),
    events: [],
    links: [],
    isFailed: false,
    statusMessage: "",
    scope: "",
    resource: new Map(),
    ...span,
  };
}
