import { bytes, double, type Field, fixed64, integer, message, text } from "./protobuf.ts";
import type { AttributeValue, Span } from "./step-span.ts";

type Attribute = readonly [key: string, value: AttributeValue];

const SPAN_KIND_INTERNAL = 1;
const SPAN_KIND_CLIENT = 3;
const STATUS_CODE_ERROR = 2;

/**
 * Returns an `ExportTraceServiceRequest` in the protobuf wire format.
 *
 * @see https://github.com/open-telemetry/opentelemetry-proto, `trace/v1/trace.proto`
 */
export function spanRequest(spans: readonly Span[], resource: readonly Attribute[]): Uint8Array<ArrayBuffer> {
  const scope = message(text(1, "@threadline/core"));
  const scopeSpans = message(bytes(1, scope), ...spans.map((span) => bytes(2, toMessage(span))));
  const resourceSpans = message(bytes(1, message(...attributesAs(1, resource))), bytes(2, scopeSpans));
  return message(bytes(1, resourceSpans));
}

function toMessage({ attributes, error, ...span }: Span): Uint8Array<ArrayBuffer> {
  return message(
    bytes(1, fromHex(span.traceId)),
    bytes(2, fromHex(span.spanId)),
    span.parentSpanId === undefined ? undefined : bytes(4, fromHex(span.parentSpanId)),
    text(5, span.name),
    integer(6, span.isClient ? SPAN_KIND_CLIENT : SPAN_KIND_INTERNAL),
    fixed64(7, span.startTime),
    fixed64(8, span.endTime),
    ...attributesAs(9, attributes),
    error === undefined ? undefined : bytes(11, exceptionEvent(span.endTime, error)),
    error === undefined ? undefined : bytes(15, message(text(2, error), integer(3, STATUS_CODE_ERROR))),
  );
}

function exceptionEvent(time: bigint, error: string): Uint8Array<ArrayBuffer> {
  return message(fixed64(1, time), text(2, "exception"), ...attributesAs(3, [["exception.message", error]]));
}

function attributesAs(number: number, attributes: readonly Attribute[]): Field[] {
  return attributes.map(([key, value]) => bytes(number, message(text(1, key), bytes(2, anyValue(value)))));
}

function anyValue(value: AttributeValue): Uint8Array<ArrayBuffer> {
  if (typeof value === "string") return message(text(1, value));
  if (typeof value === "boolean") return message(integer(2, Number(value)));
  if (typeof value !== "number") return message(bytes(5, message(...value.map((item) => bytes(1, anyValue(item))))));
  return message(Number.isSafeInteger(value) && value >= 0 ? integer(3, value) : double(4, value));
}

function fromHex(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
