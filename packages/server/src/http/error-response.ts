import type { ErrorCode } from "@threadline/schema/server";

/** Error outside of GraphQL execution, in the GraphQL error format. */
export interface RequestError {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  /** The limit that was exceeded. */
  readonly limit?: number | undefined;
}

/** Creates a JSON response with one error. */
export function errorResponse({ status, code, message, limit }: RequestError): Response {
  return Response.json({ errors: [{ message, extensions: { code, limit } }] }, { status });
}
