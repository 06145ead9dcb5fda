import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { Attributes, Span } from "./span.ts";

/**
 * Maximum characters of one raw text value; longer ones are truncated. The lower limit applies if the step already
 * contains the content in full: storing and indexing content twice takes a tenth of the cost of a span.
 */
const maxValueLengths = { alone: 2_000, besideContent: 256 } as const;
/** Maximum characters of all raw attributes of a span, its events and its resource. */
const maxRawLength = 32_000;

/**
 * Parts of a span that are stored as sent: scope, status, links, and with `keepsAttributes` its raw attributes and
 * events.
 */
export function rawSpan(
  span: Span,
  { keepsAttributes, hasContent }: { readonly keepsAttributes: boolean; readonly hasContent: boolean },
): JsonObject {
  const { name, scope, links, attributes, events, resource } = span;
  const service = resource.get("service.name");
  const longest = hasContent ? maxValueLengths.besideContent : maxValueLengths.alone;
  const budget: AttributeBudget = { left: maxRawLength, dropped: 0, longest };
  const kept: JsonObject = keepsAttributes
    ? {
        attributes: bounded(attributes, budget),
        ...(events.length > 0 && {
          spanEvents: events.slice(0, maxEvents).map((event) => ({
            name: cut(event.name),
            ...(event.time !== null && { time: new Date(event.time).toISOString() }),
            ...(event.attributes.size > 0 && { attributes: bounded(event.attributes, budget) }),
          })),
        }),
        ...(resource.size > 0 && { resource: bounded(resource, budget) }),
        ...(budget.dropped > 0 && { droppedAttributes: budget.dropped }),
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

interface AttributeBudget {
  left: number;
  dropped: number;
  readonly longest: number;
}

function bounded(attributes: Attributes, budget: AttributeBudget): JsonObject {
  const kept: [string, JsonValue][] = [];
  for (const [key, value] of attributes) {
    const short = typeof value === "string" ? cut(value, budget.longest) : value;
    const length = key.length + (typeof short === "string" ? short.length : lengthOf(short)) + 8;
    if (length > budget.left) {
      budget.dropped += 1;
    } else {
      budget.left -= length;
      kept.push([key, short]);
    }
  }
  return Object.fromEntries(kept);
}

function lengthOf(value: JsonValue): number {
  return typeof value === "object" && value !== null ? JSON.stringify(value).length : 8;
}

function cut(text: string, longest: number = maxValueLengths.alone): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
