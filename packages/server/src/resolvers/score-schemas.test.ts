import { expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";

const create = `mutation ($schema: ScoreSchemaInput!) {
  createScoreSchema(schema: $schema) { id name type description categories { label value } minimum maximum direction }
}`;

test("a categorical and a continuous schema are created, found by name, replaced and deleted", async () => {
  const api = await openTestApi();
  const categories = [
    { label: "yes", value: 1 },
    { label: "no", value: 0 },
  ];
  const helpful = { name: "helpful", type: "CATEGORICAL", description: "Did it help?", categories };
  const { createScoreSchema } = await api.run(create, { schema: helpful });
  expect(createScoreSchema).toMatchObject({ ...helpful, minimum: null, maximum: null, direction: "HIGHER_IS_BETTER" });
  await api.run(create, { schema: { name: "accuracy", type: "CONTINUOUS", minimum: 0, maximum: 1 } });
  const { scoreSchemas } = await api.run("{ scoreSchemas { name } }");
  expect(scoreSchemas).toEqual([{ name: "accuracy" }, { name: "helpful" }]);

  const { updateScoreSchema } = await api.run(
    `mutation ($id: String!, $schema: ScoreSchemaInput!) {
      updateScoreSchema(id: $id, schema: $schema) { id name type categories { label } minimum direction }
    }`,
    {
      id: createScoreSchema.id,
      schema: { name: "useful", type: "CONTINUOUS", minimum: -1, direction: "LOWER_IS_BETTER" },
    },
  );
  expect(updateScoreSchema).toEqual({
    id: createScoreSchema.id,
    name: "useful",
    type: "CONTINUOUS",
    categories: null,
    minimum: -1,
    direction: "LOWER_IS_BETTER",
  });
  expect(await api.run('{ scoreSchemas(name: "useful") { name } }')).toEqual({ scoreSchemas: [{ name: "useful" }] });

  const other = await api.inProject("other");
  expect(await other.run("{ scoreSchemas { name } }")).toEqual({ scoreSchemas: [] });
  const remove = "mutation ($id: String!) { deleteScoreSchema(id: $id) { name } }";
  expect(await other.run(remove, { id: createScoreSchema.id })).toEqual({ deleteScoreSchema: null });
  expect(await api.run(remove, { id: createScoreSchema.id })).toEqual({ deleteScoreSchema: { name: "useful" } });
});

test.each([
  [{ type: "CATEGORICAL" }, "at least one category"],
  [{ type: "CATEGORICAL", categories: [] }, "at least one category"],
  [{ type: "CATEGORICAL", categories: [{ label: " ", value: 1 }] }, "schema.categories[0].label: must not be empty"],
  [
    {
      type: "CATEGORICAL",
      categories: [
        { label: "a", value: 1 },
        { label: "a", value: 2 },
      ],
    },
    '"a" is the label of another category',
  ],
  [{ type: "CATEGORICAL", minimum: 0, categories: [{ label: "a", value: 1 }] }, "only valid for a continuous schema"],
  [{ type: "CONTINUOUS", categories: [{ label: "a", value: 1 }] }, "only valid for a categorical schema"],
  [{ type: "CONTINUOUS", minimum: 1, maximum: 1 }, "must be above the minimum, 1"],
  [{ type: "CONTINUOUS", name: " " }, "schema.name: must not be empty"],
])("the schema %j is rejected: %s", async (schema, message) => {
  const api = await openTestApi();
  await expect(api.run(create, { schema: { name: "n", ...schema } })).rejects.toThrow(message);
});

test("a score that does not match the schema of its name is stored anyway", async () => {
  const api = await openTestApi();
  await api.run(create, { schema: { name: "accuracy", type: "CONTINUOUS", minimum: 0, maximum: 1 } });
  const { createScore } = await api.run(
    'mutation { createScore(name: "accuracy", type: CODE, value: 7, stepId: "s") { value } }',
  );
  expect(createScore).toEqual({ value: 7 });
});
