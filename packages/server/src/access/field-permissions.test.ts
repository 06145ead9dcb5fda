import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { sdl } from "@threadline/schema";
import { fieldPermissions } from "./field-permissions.ts";

test("every root field of the schema has a permission, and no other field has", () => {
  const schema = buildSchema(sdl);
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const coordinates = roots.flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name}.${field}`),
  );
  expect(Object.keys(fieldPermissions).toSorted()).toEqual(coordinates.toSorted());
});

test("no mutation is allowed with read permission only", () => {
  const open = Object.entries(fieldPermissions)
    .filter(([name, { anyOf }]) => name.startsWith("Mutation.") && (anyOf.length === 0 || anyOf.includes("read")))
    .map(([name]) => name);
  // Views are checked in their resolvers; `createProject` requires an account that administers a project.
  const views = ["Mutation.createView", "Mutation.updateView", "Mutation.deleteView"];
  expect(open).toEqual([...views, "Mutation.createProject"]);
});
