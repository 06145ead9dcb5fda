import { GraphQLError } from "graphql";
import type { GraphQLFormattedError } from "graphql";
import type { ErrorCode } from "@threadline/schema/server";
import type { RequestTrace } from "./create-engine.ts";

/** The errors of an execution as they are answered: deliberate ones as they are, all others masked and logged. */
export function formatErrors(errors: readonly GraphQLError[], trace: RequestTrace): GraphQLFormattedError[] {
  const logged = new Set<unknown>();
  return errors.map((error) => {
    const code = deliberateCode(error);
    if (code) return { ...error.toJSON(), extensions: { ...error.extensions, code } };
    const cause = rootOf(error);
    // One failure of the store may fail every item of a batch.
    if (!logged.has(cause)) trace.log.error({ err: cause, path: error.path }, "a resolver failed");
    logged.add(cause);
    return {
      message: `Internal error; look for request ${trace.requestId} in the log of the service`,
      ...(error.path && { path: error.path }),
      extensions: { code: "INTERNAL" satisfies ErrorCode },
    };
  });
}

function deliberateCode(error: GraphQLError): ErrorCode | null {
  const cause = rootOf(error);
  if (!(cause instanceof GraphQLError)) return null;
  if (typeof cause.extensions["code"] === "string") return cause.extensions["code"] as ErrorCode;
  // What graphql itself says of an argument that only the variables' values made invalid.
  return cause.message.startsWith("Argument ") ? "BAD_USER_INPUT" : null;
}

/** What was thrown first, under the errors that graphql wraps around it. */
function rootOf(error: GraphQLError): unknown {
  let root: unknown = error;
  while (root instanceof GraphQLError && root.originalError) root = root.originalError;
  return root;
}
