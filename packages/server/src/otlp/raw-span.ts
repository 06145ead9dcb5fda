import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { Attributes, Span } from "./span.ts";

/** Limit of one raw text: a text of more than `longest` characters is cut to `kept` characters. */
interface TextLimit {
  readonly longest: number;
  readonly kept: number;
}

const alone: TextLimit = { longest: 2_000, kept: 2_000 };
/**
 * Limit for the raw data of a step whose other fields already contain the span's content. It is low: a long raw value
 * is usually this content again, and need not be stored twice.
 */
const besideContent: TextLimit = { longest: 256, kept: 100 };
const maxRawLength = 32_000;

/**
 * Returns the name, scope, service and links of a span as they were sent. With `keepsAttributes`, also returns its
 * attributes, events and resource. Long values are cut.
 */
export function rawSpan(
  span: Span,
  options: {
    readonly keepsAttributes: boolean;
    readonly hasContent: boolean;
    /** Name of the step. The span's name is stored only if it differs. */
    readonly stepName: string | null;
  },
): JsonObject {
  const { keepsAttributes, hasContent, stepName } = options;
  const { name, scope, links, attributes, events, resource } = span;
  const service = resource.get("service.name");
  const budget: AttributeBudget = { left: maxRawLength, dropped: 0, limit: hasContent ? besideContent : alone };
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
    ...(name !== stepName && { name: cut(name) }),
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
  readonly limit: TextLimit;
}

function bounded(attributes: Attributes, budget: AttributeBudget): JsonObject {
  const kept: [string, JsonValue][] = [];
  for (const [key, value] of attributes) {
    const short = typeof value === "string" ? cut(value, budget.limit) : value;
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

function cut(text: string, { longest, kept }: TextLimit = alone): string {
  return text.length > longest ? `${text.slice(0, kept)}… (${text.length} characters)` : text;
}
