import type { ErrorCode } from "@threadline/schema/server";
import { answersRetryAfter } from "../answers/answers.ts";
import { RecordError } from "../records/errors.ts";
import { quotaRetryAfter } from "../quotas/check-quota.ts";
import { MissingProjectError } from "../store/errors.ts";

const statusOf: Partial<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  DELETED: 410,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  QUOTA_EXCEEDED: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** `Retry-After` by error code, in seconds. */
const retryAfter: Partial<Record<ErrorCode, number>> = {
  RATE_LIMITED: answersRetryAfter,
  QUOTA_EXCEEDED: quotaRetryAfter,
};

/**
 * Converts a deliberate error of a REST route to a JSON response, and rethrows others. Use as `onError` handler of
 * hono.
 */
export function recordErrorResponse(caught: Error): Response {
  const error = caught instanceof MissingProjectError ? new RecordError("NOT_FOUND", caught.message) : caught;
  if (!(error instanceof RecordError)) throw error;
  const { message, extensions } = error;
  const seconds = retryAfter[error.code];
  const headers: HeadersInit = seconds === undefined ? {} : { "retry-after": String(seconds) };
  return Response.json({ errors: [{ message, extensions }] }, { status: statusOf[error.code] ?? 400, headers });
}
