import { GraphQLScalarType } from "graphql";
import { pino } from "pino";
import { actorOfRole } from "../access/actor.ts";
import type { ExecutionContext } from "./execution-context.ts";
import { createGraphQLEngine } from "./create-engine.ts";
import type { EngineOptions, GraphQLEngine, GraphQLResponse } from "./create-engine.ts";

export interface EngineFixture {
  readonly engine: GraphQLEngine<ExecutionContext>;
  /** Items of each call of the batch resolver `ingestStep`. */
  readonly ingested: (readonly unknown[])[];
  readonly lines: string[];
  execute(
    query: string,
    variables?: Readonly<Record<string, unknown>>,
    operationName?: string,
  ): Promise<GraphQLResponse>;
}

const reader = actorOfRole(null, "owner");

const dateTime = new GraphQLScalarType<number, string>({
  name: "DateTime",
  parseValue(value) {
    const time = Date.parse(String(value));
    if (Number.isNaN(time)) throw new Error("is not a date");
    return time;
  },
});

export function createEngineFixture(options: Partial<EngineOptions<ExecutionContext>> = {}): EngineFixture {
  const ingested: (readonly unknown[])[] = [];
  const lines: string[] = [];
  const engine = createGraphQLEngine({
    ...options,
    resolvers: {
      DateTime: dateTime,
      Query: {
        step: (_parent: unknown, { id }: { id: string }) => {
          if (id === "broken") throw new Error("SELECT secret FROM /home/app/steps.ts:12");
          return { id, type: "run", input: JSON.parse('{"__proto__":{"a":1},"lone":"\\ud800","nul":"\\u0000"}') };
        },
        steps: () => ({ totalCount: 0, edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } }),
      },
      Mutation: {
        ingestSteps: (_parent: unknown, { steps }: { steps: { id: string }[] }, { badSteps }: ExecutionContext) =>
          steps.map(({ id }, index) => ({ id, ok: !badSteps?.has(index), message: badSteps?.get(index)?.message })),
      },
      ...options.resolvers,
    },
    batchResolvers: {
      async ingestStep(items) {
        ingested.push(items);
        return items.map(({ id }) => (id === "deleted" ? new Error("the disk failed") : { ok: true }));
      },
      createScore: async () => [],
      addGenerationToDataset: async () => [],
      ...options.batchResolvers,
    },
  });
  const log = pino({}, { write: (line: string) => lines.push(line) });
  return {
    engine,
    ingested,
    lines,
    execute: (query, variables, operationName) =>
      engine.execute(
        { query, variables, operationName },
        { actor: reader },
        {
          requestId: "request-1",
          log,
        },
      ),
  };
}
