/** Span for tests, with plain values as attributes. */
export interface TestSpan {
  readonly traceId?: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, boolean | number | string>>;
}

/** Default trace id of test spans. */
export const testTrace = "0af7651916cd43dd8448eb211c80319c";

export function testSpanId(number: number): string {
  return (number + 1).toString(16).padStart(16, "0");
}

/** Returns a traces request in OTLP/JSON. Spans start in the order of the list. */
export function traceRequest(spans: readonly TestSpan[]): string {
  const sent = spans.map(({ attributes = {}, ...span }, index) => ({
    traceId: testTrace,
    name: "span",
    startTimeUnixNano: String(1_760_000_000_000_000_000n + BigInt(index) * 1_000_000n),
    endTimeUnixNano: "1760000009000000000",
    ...span,
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: toAnyValue(value) })),
  }));
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope: { name: "test" }, spans: sent }] }] });
}

/** Returns a logs request in OTLP/JSON with one message of a call. */
export function messageRequest(spanId: string, event: string, body: object): string {
  const logRecords = [
    {
      traceId: testTrace,
      spanId,
      eventName: event,
      timeUnixNano: "1760000000000000005",
      body: { stringValue: JSON.stringify(body) },
    },
  ];
  return JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
}

function toAnyValue(value: boolean | number | string): object {
  if (typeof value === "number") return { intValue: String(value) };
  return typeof value === "boolean" ? { boolValue: value } : { stringValue: value };
}
