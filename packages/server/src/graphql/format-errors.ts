import { GraphQLError } from "graphql";
import type { GraphQLFormattedError } from "graphql";
import type { ErrorCode } from "@threadline/schema/server";
import { UnavailableError } from "../store/errors.ts";
import type { RequestTrace } from "./request-trace.ts";

/** Formats the errors of an execution. Deliberate errors are unchanged; others are masked and logged. */
export function formatErrors(errors: readonly GraphQLError[], trace: RequestTrace): GraphQLFormattedError[] {
  const logged = new Set<unknown>();
  return errors.map((error) => {
    const deliberate = deliberateCode(error);
    if (deliberate) return { ...error.toJSON(), extensions: { ...error.extensions, code: deliberate } };
    const cause = rootOf(error);
    const isUnavailable = cause instanceof UnavailableError;
    // Logged once, because one store failure may fail every item of a batch.
    if (!logged.has(cause)) trace.log.error({ err: cause, path: error.path }, "a resolver failed");
    logged.add(cause);
    const message = isUnavailable
      ? `${cause.message}; try again later`
      : `Internal error; see request ${trace.requestId} in the log of the service`;
    const code: ErrorCode = isUnavailable ? "UNAVAILABLE" : "INTERNAL";
    return { message, ...(error.path && { path: error.path }), extensions: { code } };
  });
}

function deliberateCode(error: GraphQLError): ErrorCode | null {
  const cause = rootOf(error);
  if (!(cause instanceof GraphQLError)) return null;
  if (typeof cause.extensions["code"] === "string") return cause.extensions["code"] as ErrorCode;
  // graphql-js starts the message like this if variable values make an argument invalid.
  return cause.message.startsWith("Argument ") ? "BAD_USER_INPUT" : null;
}

function rootOf(error: GraphQLError): unknown {
  let root: unknown = error;
  while (root instanceof GraphQLError && root.originalError) root = root.originalError;
  return root;
}
