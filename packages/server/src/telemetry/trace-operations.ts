import type { GraphQLEngine } from "../graphql/create-engine.ts";
import type { ExecutionContext } from "../graphql/execution-context.ts";
import type { Telemetry } from "./telemetry.ts";

/**
 * Wraps the engine to create a span for each query and mutation, with its root fields and error codes. Spans contain no
 * documents, aliases, operation names, variables or messages.
 */
export function traceOperations<Context extends ExecutionContext>(
  engine: GraphQLEngine<Context>,
  telemetry: Telemetry,
): GraphQLEngine<Context> {
  return {
    get documentCacheBytes() {
      return engine.documentCacheBytes;
    },
    execute: (request, context, trace) =>
      telemetry.span({ name: "graphql", kind: "internal" }, async (span) => {
        const rootFields = new Set<string>();
        const response = await engine.execute(request, { ...context, rootFields }, trace);
        const [first] = rootFields;
        if (first !== undefined) span.rename(`graphql ${first}`);
        span.set("graphql.fields", [...rootFields]);
        const codes = new Set(response.body.errors?.map(({ extensions }) => String(extensions?.["code"])));
        if (codes.size > 0) span.set("graphql.errors", [...codes]);
        if (codes.has("INTERNAL")) span.fail("INTERNAL");
        return response;
      }),
    stream: (request, context, trace) => engine.stream(request, context, trace),
  };
}
