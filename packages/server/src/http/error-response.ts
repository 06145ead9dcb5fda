import type { ErrorCode } from "@threadline/schema/server";

export interface RequestError {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly limit?: number | undefined;
}

export function errorResponse({ status, code, message, limit }: RequestError): Response {
  return Response.json({ errors: [{ message, extensions: { code, limit } }] }, { status });
}
