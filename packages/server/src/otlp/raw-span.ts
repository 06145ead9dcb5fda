import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { Attributes, Span } from "./span.ts";

/** Characters of one raw text value; longer ones are cut. */
const maxValueLength = 2_000;
/** Characters of all raw attributes of a span, its events and its resource. */
const maxRawLength = 32_000;

/** Parts of a span that are kept as they were sent: scope, status, links, and with `keepsAttributes` its raw attributes and events. */
export function rawSpan(span: Span, keepsAttributes: boolean): JsonObject {
  const { name, scope, links, attributes, events, resource } = span;
  const service = resource.get("service.name");
  const room = { left: maxRawLength, dropped: 0 };
  const kept: JsonObject = keepsAttributes
    ? {
        attributes: bounded(attributes, room),
        ...(events.length > 0 && {
          spanEvents: events.slice(0, maxEvents).map((event) => ({
            name: cut(event.name),
            ...(event.time !== null && { time: new Date(event.time).toISOString() }),
            ...(event.attributes.size > 0 && { attributes: bounded(event.attributes, room) }),
          })),
        }),
        ...(resource.size > 0 && { resource: bounded(resource, room) }),
        ...(room.dropped > 0 && { droppedAttributes: room.dropped }),
      }
    : {};
  return {
    name: cut(name),
    ...(scope !== "" && { scope: cut(scope) }),
    ...(typeof service === "string" && { service: cut(service) }),
    ...(links.length > 0 && { links: links.slice(0, maxEvents).map(({ traceId, spanId }) => ({ traceId, spanId })) }),
    ...kept,
  };
}

const maxEvents = 100;

function bounded(attributes: Attributes, room: { left: number; dropped: number }): JsonObject {
  const kept: [string, JsonValue][] = [];
  for (const [key, value] of attributes) {
    const short = typeof value === "string" ? cut(value) : value;
    const length = key.length + (typeof short === "string" ? short.length : lengthOf(short)) + 8;
    if (length > room.left) {
      room.dropped += 1;
    } else {
      room.left -= length;
      kept.push([key, short]);
    }
  }
  return Object.fromEntries(kept);
}

function lengthOf(value: JsonValue): number {
  return typeof value === "object" && value !== null ? JSON.stringify(value).length : 8;
}

function cut(text: string): string {
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}… (${text.length} characters)` : text;
}
