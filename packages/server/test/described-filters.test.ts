import { sdl } from "@threadline/schema";
import { buildSchema, isInputObjectType } from "graphql";
import { expect, test } from "vitest";
import { filterFields } from "../src/store/filter-fields.ts";

test.each([
  ["ThreadsInputType", filterFields.threads],
  ["stepsInputType", filterFields.steps],
  ["generationsInputType", filterFields.generations],
  ["scoresInputType", filterFields.scores],
  ["participantsInputType", filterFields.users],
  ["datasetsInputType", filterFields.datasets],
])("the schema names every field that %s can filter on", (inputType, fields) => {
  const type = buildSchema(sdl).getType(inputType);
  const description = isInputObjectType(type) ? type.getFields()["field"]?.description : undefined;
  const described = [...(description ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(described.toSorted()).toEqual(Object.keys(fields).toSorted());
});
