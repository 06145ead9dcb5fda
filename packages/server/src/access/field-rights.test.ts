import { buildSchema, isAbstractType, isObjectType } from "graphql";
import { expect, test } from "vitest";
import { sdl } from "@threadline/schema";
import { declaredFields, fieldRightOf } from "./field-rights.ts";

const schema = buildSchema(sdl);
const roots: readonly unknown[] = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));

test("every field of every object has exactly one right", () => {
  const coordinates = types.flatMap((type) =>
    isObjectType(type) && !roots.includes(type)
      ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`)
      : [],
  );
  expect(declaredFields().toSorted()).toEqual(coordinates.toSorted());
});

test("the schema has no interfaces and unions, which rights do not support", () => {
  expect(types.filter(isAbstractType)).toEqual([]);
});

test("a field without a declaration has no right", () => {
  expect(fieldRightOf("Step.secretOfTomorrow")).toBeUndefined();
  expect(fieldRightOf("__proto__")).toBeUndefined();
});
