import { sdl } from "@threadline/schema";
import { buildSchema, isEnumType, isInputObjectType } from "graphql";
import { expect, test } from "vitest";
import { filterFields } from "../src/store/filter-fields.ts";

const schema = buildSchema(sdl);
const operatorType = schema.getType("FilterOperator");
const operators = isEnumType(operatorType) ? operatorType.getValues().map(({ name }) => name) : [];

test.each([
  ["ThreadsInputType", filterFields.threads],
  ["stepsInputType", filterFields.steps],
  ["generationsInputType", filterFields.generations],
  ["scoresInputType", filterFields.scores],
  ["participantsInputType", filterFields.users],
  ["datasetsInputType", filterFields.datasets],
])("the schema names every field that %s can filter on", (inputType, fields) => {
  const type = schema.getType(inputType);
  const description = isInputObjectType(type) ? type.getFields()["field"]?.description : undefined;
  const named = new Set([...(description ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
  // The description may also list operators.
  const described = [...named].filter((name) => !operators.includes(name));
  expect(described.toSorted()).toEqual(Object.keys(fields).toSorted());
});
