import type { MadeStep } from "./made-step.ts";

/** Number of steps per trace. The steps of a trace are distributed over several requests. */
const traceSize = 50;

/** Converts steps to spans in OTLP/JSON. The service converts these spans back to the same steps. */
export function toSpanRequest(steps: readonly MadeStep[]): object {
  return { resourceSpans: [{ scopeSpans: [{ scope: { name: "faults" }, spans: steps.map(toSpan) }] }] };
}

function toSpan({ name, threadId, startTime, endTime, input, output, error, metadata, tags }: MadeStep): object {
  const { number } = metadata;
  const first = Math.max(1, number - (number % traceSize));
  const attributes: Readonly<Record<string, string>> = {
    "openinference.span.kind": "TOOL",
    "session.id": threadId,
    "tag.tags": JSON.stringify(tags),
    metadata: JSON.stringify(metadata),
    "input.value": JSON.stringify(input),
    ...(output && { "output.value": JSON.stringify(output) }),
  };
  return {
    traceId: hex(Math.floor(number / traceSize) + 1, 32),
    spanId: hex(number, 16),
    ...(number !== first && { parentSpanId: hex(first, 16) }),
    name,
    startTimeUnixNano: toNanoseconds(startTime),
    ...(endTime !== undefined && { endTimeUnixNano: toNanoseconds(endTime) }),
    ...(error !== undefined && { status: { code: 2, message: error } }),
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  };
}

function hex(number: number, length: number): string {
  return number.toString(16).padStart(length, "0");
}

function toNanoseconds(time: string): string {
  return String(BigInt(Date.parse(time)) * 1_000_000n);
}
