import type { JsonValue } from "../../json/json-value.ts";
import { deriveId } from "../../records/ids.ts";

/** Derives the id of an imported record from the platform and the ids of the record on that platform. */
export function importId(platform: string, ...parts: readonly (string | number)[]): string {
  return deriveId(["import", platform, ...parts]);
}

/**
 * Returns the step id of a span. For OpenTelemetry ids, this is the id that the OpenTelemetry receiver assigns, so that
 * an import and an exporter write the same step.
 */
export function spanStepId(platform: string, traceId: string, spanId: string): string {
  const isOtel = /^[0-9a-f]{32}$/u.test(traceId) && /^[0-9a-f]{16}$/u.test(spanId);
  return isOtel ? `${traceId}-${spanId}` : importId(platform, "span", traceId, spanId);
}

/** Derives an id from the content of a record, independent of the order of its keys. */
export function contentId(content: JsonValue): string {
  return deriveId(["content", JSON.stringify(content, sortKeys)]);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
