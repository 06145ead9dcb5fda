import { deriveId } from "../../records/ids.ts";

/** Id of a record here, which depends on nothing but the platform and the ids of the record there. */
export function importId(platform: string, ...parts: readonly (string | number)[]): string {
  return deriveId(["import", platform, ...parts]);
}

/** Step id of a span: that of the OpenTelemetry receiver where the ids are those of OpenTelemetry, so that both meet. */
export function spanStepId(platform: string, traceId: string, spanId: string): string {
  const isOtel = /^[0-9a-f]{32}$/u.test(traceId) && /^[0-9a-f]{16}$/u.test(spanId);
  return isOtel ? `${traceId}-${spanId}` : importId(platform, "span", traceId, spanId);
}
