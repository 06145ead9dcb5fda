import { buildSchema, isObjectType } from "graphql";
import { expect, test } from "vitest";
import { sdl } from "@threadline/schema";
import { resolvers } from "./index.ts";

const schema = buildSchema(sdl);

test.each(["Query", "Mutation", "Subscription"] as const)("every field of %s has a resolver", (typeName) => {
  const type = schema.getType(typeName);
  const fields = isObjectType(type) ? Object.keys(type.getFields()) : [];
  expect(Object.keys(resolvers[typeName] ?? {}).toSorted()).toEqual(fields.toSorted());
});
