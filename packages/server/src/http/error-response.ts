import type { ErrorCode } from "@threadline/schema/server";
import type { ErrorReason } from "../records/errors.ts";

export interface RequestError {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly limit?: number | undefined;
  /** Reason code that the UI translates. */
  readonly reason?: ErrorReason | undefined;
}

export function errorResponse({ status, code, message, limit, reason }: RequestError): Response {
  return Response.json({ errors: [{ message, extensions: { code, limit, reason } }] }, { status });
}
