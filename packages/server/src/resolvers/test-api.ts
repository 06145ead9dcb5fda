import { execute as executeDocument, GraphQLError, parse, validate } from "graphql";
import type { DocumentNode, ExecutionResult } from "graphql";
import { v7 } from "uuid";
import type { Mutation, Query } from "@threadline/schema/sdk";
import { actorOfRole } from "../access/actor.ts";
import { createSchema } from "../graphql/create-schema.ts";
import type { ProjectRecord } from "../store/projects.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import type { Store } from "../store/store.ts";
import { createCodeRunner } from "../evaluators/code/code-runner.ts";
import { createModelCaller } from "../models/model-caller.ts";
import { createOutbound } from "../models/outbound.ts";
import type { RequestContext } from "./context.ts";
import { resolvers } from "./index.ts";
import { createLoaders } from "./loaders.ts";

/** Executes documents with the resolvers over an in-memory store, without HTTP; for tests. */
export interface TestApi {
  readonly store: Store;
  readonly project: ProjectRecord;
  /** Executes a document. Resolves to its data; rejects with its first error. */
  run(query: string, variables?: Record<string, unknown>, context?: Partial<RequestContext>): Promise<TestData>;
  execute(
    query: string,
    variables?: Record<string, unknown>,
    context?: Partial<RequestContext>,
  ): Promise<ExecutionResult<TestData>>;
  inProject(name: string): Promise<TestApi>;
}

/**
 * Response data. The type contains all fields of the schema, and no field is null. The data contains only the selected
 * fields, so a test must not read other fields.
 */
export type TestData = Present<Query & Mutation>;

type Present<Value> = Value extends readonly (infer Element)[]
  ? Present<Element>[]
  : Value extends object
    ? { readonly [Key in keyof Value]-?: Present<NonNullable<Value[Key]>> }
    : Value;

const schema = createSchema(resolvers);

/** Valid documents by their text. Tests execute some of them with hundreds of values. */
const documents = new Map<string, DocumentNode>();

function prepare(source: string): DocumentNode | readonly GraphQLError[] {
  const known = documents.get(source);
  if (known) return known;
  try {
    const document = parse(source);
    const errors = validate(schema, document);
    if (errors.length > 0) return errors;
    documents.set(source, document);
    return document;
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

export async function openTestApi(): Promise<TestApi> {
  return apiOf(await openSqliteStore({ path: ":memory:" }), "default");
}

async function apiOf(store: Store, name: string): Promise<TestApi> {
  const project = await store.projects.create({ id: v7(), name, createdAt: Date.now() });
  const models = createModelCaller(createOutbound({ hosts: [], allowsLoopback: true }));
  const code = createCodeRunner();
  const execute: TestApi["execute"] = async (source, variableValues = {}, given = {}) => {
    const contextValue: RequestContext = {
      store,
      actor: actorOfRole(null, "owner"),
      project,
      environment: null,
      models,
      code,
      loaders: createLoaders(store, project.id),
      now: Date.now,
      newId: v7,
      baseUrl: "https://threadline.test",
      signReadUrl: (objectKey) => `https://threadline.test/files/${objectKey}?signature=1`,
      shareTokenOf: ({ id }) => `${id}.1`,
      feedbackTokenOf: (permit) => JSON.stringify(permit),
      ...given,
    };
    const prepared = prepare(source);
    if (!("definitions" in prepared)) return { errors: prepared };
    // `TestData` contains all fields of the schema, but `data` contains only the fields that the document selects.
    return (await executeDocument({
      schema,
      document: prepared,
      variableValues,
      contextValue,
    })) as ExecutionResult<TestData>;
  };
  return {
    store,
    project,
    execute,
    async run(query, variables, context) {
      const { data, errors } = await execute(query, variables, context);
      if (errors?.[0]) throw errors[0];
      if (!data) throw new Error("The document has no data");
      return data;
    },
    inProject: (other) => apiOf(store, other),
  };
}
