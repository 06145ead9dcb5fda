import {
  buildSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
} from "graphql";
import { isNonNullType, isObjectType } from "graphql";
import type { GraphQLInputType, GraphQLOutputType } from "graphql";
import { beforeAll, expect, test } from "vitest";
import { sdl } from "@threadline/schema";
import { openTestApi } from "./test-api.ts";
import type { TestApi } from "./test-api.ts";

let api: TestApi;
let other: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  other = await api.inProject("other");
});

const schema = buildSchema(sdl);
const operations = (["query", "mutation"] as const).flatMap((operation) => {
  const type = operation === "query" ? schema.getQueryType() : schema.getMutationType();
  return Object.values(type?.getFields() ?? {}).map((field) => ({ operation, field, name: field.name }));
});

const leafValues: Readonly<Record<string, string>> = {
  Boolean: "true",
  DateTime: '"2026-01-01"',
  Float: "1",
  Int: "1",
};

function literalOf(given: GraphQLInputType): string {
  const type = getNullableType(given);
  if (isListType(type)) return `[${literalOf(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? "";
  if (!isInputObjectType(type)) return leafValues[type.toString()] ?? '"x"';
  const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
  return `{ ${required.map((field) => `${field.name}: ${literalOf(field.type)}`).join(", ")} }`;
}

function selectionOf(given: GraphQLOutputType): string {
  const type = getNamedType(given);
  if (!isObjectType(type)) return "";
  const leaf = Object.values(type.getFields()).find((field) => isLeafType(getNamedType(field.type)));
  return `{ ${leaf?.name ?? "__typename"} }`;
}

test.each(operations)("$operation $name reaches the key's project only", async ({ operation, field }) => {
  const required = field.args.filter(({ type }) => isNonNullType(type));
  const given = required.map((arg) => `, ${arg.name}: ${literalOf(arg.type)}`).join("");
  const documentFor = (projectId: string): string =>
    `${operation} { ${field.name}(projectId: ${JSON.stringify(projectId)}${given}) ${selectionOf(field.type)} }`;
  for (const projectId of [other.project.id, "other", "missing", ""]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { data, errors } = await api.execute(documentFor(projectId));
    expect(Object.values(data ?? {}).filter(Boolean)).toEqual([]);
    expect(errors?.[0]?.message).toBe(`projectId: project "${projectId}" not found`);
    expect(errors?.[0]?.extensions).toEqual({ code: "NOT_FOUND", field: "projectId" });
  }
  for (const projectId of [api.project.id, "default"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { errors } = await api.execute(documentFor(projectId));
    expect(errors?.map(({ extensions }) => extensions["field"]) ?? []).not.toContain("projectId");
  }
});

test("ids of another project are not found", async () => {
  api = await openTestApi();
  other = await api.inProject("other");
  await other.run(
    `mutation { upsertThread(id: "t", participantId: "ada") { id } ingestStep(id: "s", threadId: "t", generation: { prompt: "secret" }) { ok } }`,
  );
  const { createScore } = await other.run(
    `mutation { createScore(name: "n", type: AI, value: 1, stepId: "s") { id } }`,
  );
  expect(
    await api.run(
      `{ step(id: "s") { id } threadDetail(id: "t") { id } generation(id: "s") { id } participant(identifier: "ada") { id } steps { totalCount } }`,
    ),
  ).toEqual({
    step: null,
    threadDetail: null,
    generation: null,
    participant: null,
    steps: { totalCount: 0 },
  });
  const remove = `mutation ($id: String!) { deleteScore(id: $id) { id } deleteStep(id: "s") { id } deleteThread(id: "t") { id } }`;
  expect(await api.run(remove, { id: createScore.id })).toEqual({
    deleteScore: null,
    deleteStep: null,
    deleteThread: null,
  });
  await api.run(`mutation { ingestStep(id: "s", name: "mine", parentId: "s") { ok } }`);
  expect(await other.run(`{ step(id: "s") { name threadId scores { id } } }`)).toEqual({
    step: { name: null, threadId: "t", scores: [{ id: createScore.id }] },
  });
});
