import { beforeAll, expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";
import type { TestApi } from "./test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});

const selection = `id source name match provider inputPrice outputPrice cachedInputPrice reasoningPrice isTiered validFrom
  validTo createdAt`;

test("a price is created, changed, listed before the built-in ones, and deleted", async () => {
  const create = `mutation ($price: ModelPriceInput!) { createModelPrice(price: $price) { ${selection} } }`;
  const price = { match: "house-.*", inputPrice: 1, outputPrice: 2, validFrom: "2026-01-01T00:00:00.000Z" };
  const { createModelPrice: created } = await api.run(create, { price });
  expect(created).toMatchObject({
    ...price,
    source: "PROJECT",
    provider: null,
    cachedInputPrice: null,
    isTiered: false,
  });

  const update = `mutation ($id: String!, $price: ModelPriceInput!) { updateModelPrice(id: $id, price: $price) { ${selection} } }`;
  const changed = {
    match: "house",
    provider: "us",
    inputPrice: 3,
    outputPrice: 4,
    cachedInputPrice: 0.5,
    name: "House",
  };
  const { updateModelPrice } = await api.run(update, { id: created.id, price: changed });
  expect(updateModelPrice).toMatchObject({ ...changed, id: created.id, createdAt: created.createdAt, validFrom: null });

  const { modelPrices } = await api.run(`{ modelPrices(first: 2) { totalCount nodes { id source } } }`);
  expect(modelPrices.totalCount).toBeGreaterThan(1_000);
  expect(modelPrices.nodes).toEqual([
    { id: created.id, source: "PROJECT" },
    { id: expect.any(String), source: "SHIPPED" },
  ]);
  const found = await api.run(`{ modelPrices(search: "HOUSE", source: PROJECT) { totalCount } }`);
  expect(found.modelPrices.totalCount).toBe(1);

  const other = await api.inProject("prices of another");
  const remove = `mutation ($id: String!) { deleteModelPrice(id: $id) { id } }`;
  expect(await other.run(remove, { id: created.id })).toEqual({ deleteModelPrice: null });
  expect((await other.run(`{ modelPrices(source: PROJECT) { totalCount } }`)).modelPrices.totalCount).toBe(0);
  expect(await api.run(remove, { id: created.id })).toEqual({ deleteModelPrice: { id: created.id } });
  const { errors } = await api.execute(update, { id: created.id, price: changed });
  expect(errors?.[0]?.extensions).toMatchObject({ code: "NOT_FOUND", field: "id" });
});

test("a built-in price has its pattern and costs", async () => {
  const { modelPrices } = await api.run(
    `{ modelPrices(search: "gpt-4o-mini", source: SHIPPED) { nodes { ${selection} } } }`,
  );
  expect(modelPrices.nodes.find(({ id }) => id === "openai:gpt-4o-mini")).toMatchObject({
    provider: "openai",
    match: expect.stringContaining("gpt-4o-mini"),
    inputPrice: 0.15,
    outputPrice: 0.6,
    cachedInputPrice: 0.075,
    createdAt: null,
  });
});

test("a built-in price is found by the id of a model with a dot, although its pattern escapes the dot", async () => {
  const { modelPrices } = await api.run(
    `{ modelPrices(search: "gpt-4.1", source: SHIPPED) { nodes { provider match } } }`,
  );
  expect(modelPrices.nodes).toContainEqual({ provider: "openai", match: expect.stringContaining("gpt-4\\.1") });
});

test("the cost is on the generation, the step and the thread", async () => {
  await api.run(`mutation { ingestStep(id: "s", threadId: "t", generation: {
    provider: "openai", model: "gpt-4o", inputTokenCount: 1000, outputTokenCount: 100, metadata: { cachedTokenCount: 400 }
  }) { ok } }`);
  const { step, threadDetail } = await api.run(`{
    step(id: "s") { cost generation { cost costDetails { total input cachedInput output reasoning priceId price { id provider match inputPrice } } } }
    threadDetail(id: "t") { cost }
  }`);
  const total = (600 * 2.5 + 400 * 1.25 + 100 * 10) / 1e6;
  expect(step.cost).toBeCloseTo(total, 12);
  expect(step.generation.cost).toBe(step.cost);
  expect(step.generation.costDetails).toMatchObject({ total: step.cost, priceId: "openai:gpt-4o", reasoning: 0 });
  expect(step.generation.costDetails.price).toMatchObject({ id: "openai:gpt-4o", provider: "openai", inputPrice: 2.5 });
  expect(threadDetail.cost).toBeCloseTo(total, 9);
});

test.each([
  [{ match: "(" }, "price.match"],
  [{ match: " " }, "price.match"],
  [{ match: "(?=look)ahead" }, "price.match"],
  [{ match: "((a{1,100}){1,100}){1,100}" }, "price.match"],
  [{ match: "x".repeat(1_001) }, "price.match"],
  [{ inputPrice: -1 }, "price.inputPrice"],
  [{ reasoningPrice: 1e9 }, "price.reasoningPrice"],
  [{ validFrom: "2026-01-02", validTo: "2026-01-02" }, "price.validTo"],
])("%j is refused and names what failed", async (fault, named) => {
  const price = { match: "x", inputPrice: 1, outputPrice: 1, ...fault };
  const { errors } = await api.execute(
    `mutation ($price: ModelPriceInput!) { createModelPrice(price: $price) { id } }`,
    {
      price,
    },
  );
  expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field: named });
});

test("a pathological pattern is matched in linear time", async () => {
  await api.run(`mutation { createModelPrice(price: { match: "(a+)+$", inputPrice: 1, outputPrice: 1 }) { id } }`);
  await api.run(
    `mutation ($model: String!) { ingestStep(id: "evil", generation: { model: $model, inputTokenCount: 1 }) { ok } }`,
    {
      model: `${"a".repeat(900)}!`,
    },
  );
  expect((await api.run(`{ step(id: "evil") { cost } }`)).step.cost).toBeNull();
});
