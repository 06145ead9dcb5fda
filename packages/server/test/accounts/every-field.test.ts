import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { GraphQLField, GraphQLInputType } from "graphql";
import { expect, onTestFinished, test } from "vitest";
import { sdl } from "@threadline/schema";
import { fieldPermissions } from "../../src/access/field-permissions.ts";
import { createServer } from "../../src/create-server.ts";
import { openBrowser, setUp, valueOf } from "./browser.ts";
import type { Browser } from "./browser.ts";

const schema = buildSchema(sdl);

/** Creates a document of one root field with its required arguments. */
function documentOf(kind: "mutation" | "query", { name, args, type }: GraphQLField<unknown, unknown>): string {
  const required = args.filter((argument) => isNonNullType(argument.type));
  const given = required.map((argument) => `${argument.name}: ${ordinaryValue(argument.type)}`);
  const selection = isObjectType(getNamedType(type)) ? " { __typename }" : "";
  return `${kind} { ${name}${given.length > 0 ? `(${given.join(", ")})` : ""}${selection} }`;
}

function ordinaryValue(type: GraphQLInputType): string {
  if (isNonNullType(type)) return ordinaryValue(type.ofType);
  if (isListType(type)) return `[${ordinaryValue(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? "";
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return `{ ${fields.map((field) => `${field.name}: ${ordinaryValue(field.type)}`).join(", ")} }`;
  }
  const { name } = getNamedType(type);
  if (name === "DateTime") return '"2026-01-01T00:00:00Z"';
  return ["Int", "Float"].includes(name) ? "1" : name === "Boolean" ? "true" : '"x"';
}

function fieldsOf(kind: "mutation" | "query"): readonly (readonly [string, string])[] {
  const type = kind === "query" ? schema.getQueryType() : schema.getMutationType();
  return Object.values(type?.getFields() ?? {})
    .filter((field) => (fieldPermissions[`${type?.name}.${field.name}`]?.anyOf.length ?? 0) > 0)
    .map((field) => [field.name, documentOf(kind, field)]);
}

/** Starts a service. Returns a browser and the headers of a key with only this scope. */
async function openPowerless(scope: "ingest" | "read"): Promise<{ by: Browser; headers: Record<string, string> }> {
  const server = createServer({ apiKey: "tl_test-key" });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const { data } = await owner.graphql(`mutation { createApiKey(name: "k", scopes: [${scope}]) { secret } }`);
  const { secret } = valueOf(data, "createApiKey") as { secret: string };
  return { by: openBrowser(server), headers: { "x-api-key": secret } };
}

test("every query rejects a key that may only record", async () => {
  const { by, headers } = await openPowerless("ingest");
  const fields = fieldsOf("query");
  expect(fields.length).toBeGreaterThan(20);
  for (const [name, document] of fields) {
    const { errors } = await by.graphql(document, { headers });
    expect({ name, code: errors[0]?.extensions.code, message: errors[0]?.message }).toMatchObject({
      name,
      code: "FORBIDDEN",
    });
  }
});

test("every mutation rejects a key that may only read", async () => {
  const { by, headers } = await openPowerless("read");
  const fields = fieldsOf("mutation").filter(([name]) => !fieldPermissions[`Mutation.${name}`]?.anyOf.includes("read"));
  expect(fields.length).toBeGreaterThan(40);
  for (const [name, document] of fields) {
    const { errors } = await by.graphql(document, { headers });
    expect({ name, code: errors[0]?.extensions.code, message: errors[0]?.message }).toMatchObject({
      name,
      code: "FORBIDDEN",
    });
  }
});

test("every field and route rejects requests without a key or a session", async () => {
  const server = createServer({ apiKey: "tl_test-key" });
  onTestFinished(() => server.close());
  const visitor = openBrowser(server);
  for (const [, document] of [...fieldsOf("query"), ...fieldsOf("mutation"), ["", "{ __schema { types { name } } }"]]) {
    expect((await visitor.graphql(document ?? "")).status).toBe(401);
  }
  for (const path of ["/api/my-project", "/api/export/dataset", "/api/upload/file"]) {
    expect((await visitor.post(path, { fileName: "f" })).status).toBe(401);
  }
  for (const path of ["sign-out-everywhere", "name", "password"]) {
    const { status } = await visitor.post(`/api/session/${path}`, {
      currentPassword: "x",
      newPassword: "x".repeat(10),
    });
    expect(status).toBe(401);
  }
});
