export const traceId = "0af7651916cd43dd8448eb211c80319c";
export const spanId = "b7ad6b7169203331";

export interface JsonSpan {
  readonly [key: string]: unknown;
}

/** Returns a span of a model call in OTLP JSON. */
export function modelSpan(attributes: Readonly<Record<string, unknown>> = {}, span: JsonSpan = {}): JsonSpan {
  const all = { "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4o-mini", ...attributes };
  return {
    traceId,
    spanId,
    name: "chat gpt-4o-mini",
    kind: "SPAN_KIND_CLIENT",
    status: { code: "STATUS_CODE_OK" },
    startTimeUnixNano: "1760000000000000000",
    endTimeUnixNano: "1760000001500000000",
    unknownField: { any: "thing" },
    attributes: Object.entries(all).map(([key, value]) => ({ key, value: toAnyValue(value) })),
    ...span,
  };
}

function toAnyValue(value: unknown): unknown {
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toAnyValue) } };
  return typeof value === "boolean" ? { boolValue: value } : { stringValue: value };
}

export function traceBody(...spans: readonly JsonSpan[]): string {
  return JSON.stringify({ resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: "test" }, spans }] }] });
}
