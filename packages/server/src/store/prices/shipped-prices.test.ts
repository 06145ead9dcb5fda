import { expect, test } from "vitest";
import { ShippedPrices } from "./shipped-prices.ts";

const now = Date.UTC(2026, 0, 1);

test("a model is found by provider, by name only, and with an unknown provider", async () => {
  const shipped = await ShippedPrices.load();
  const expected = { priceId: "openai:gpt-4o", input: 2.5, output: 10, cachedInput: 1.25 };
  expect(shipped.find("openai", "gpt-4o", now)).toMatchObject(expected);
  expect(shipped.find(null, "GPT-4o", now)).toMatchObject(expected);
  expect(shipped.find("my-gateway", "gpt-4o", now)).toMatchObject(expected);
  expect(shipped.find("openai", "no-such-model", now)).toBeNull();
});

test("a model name with its provider as a prefix has the price of the model", async () => {
  const shipped = await ShippedPrices.load();
  const expected = shipped.find("openai", "gpt-4o-mini", now);
  expect(expected).toMatchObject({ priceId: "openai:gpt-4o-mini" });
  expect(shipped.find("openai", "openai/gpt-4o-mini", now)).toEqual(expected);
  expect(shipped.find(null, "openai/gpt-4o-mini", now)).toEqual(expected);
  expect(shipped.find("google", "models/gemini-2.5-flash", now)).toEqual(
    shipped.find("google", "gemini-2.5-flash", now),
  );
  expect(shipped.find("openrouter", "openai/gpt-4o-mini", now)?.priceId).toBe("openrouter:openai/gpt-4o-mini");
  expect(shipped.find("my-gateway", "my-models/gpt-4o-mini", now)).toBeNull();
});

test("the price depends on the time of the call", async () => {
  const shipped = await ShippedPrices.load();
  const dated = shipped.list().find(({ validFrom, isTiered }) => validFrom !== null && !isTiered);
  if (dated?.validFrom == null) throw new Error("The table has no price with a date");
  const model = dated.rates.priceId.slice(dated.provider.length + 1);
  expect(shipped.find(dated.provider, model, dated.validFrom)).toEqual(dated.rates);
  expect(shipped.find(dated.provider, model, dated.validFrom - 1)).not.toEqual(dated.rates);
});

test("the table has over a thousand prices with unique ids", async () => {
  const prices = (await ShippedPrices.load()).list();
  expect(prices.length).toBeGreaterThan(1_000);
  expect(new Set(prices.map(({ id }) => id)).size).toBe(prices.length);
  expect(prices.find(({ id }) => id === "openai:gpt-4o")).toMatchObject({ provider: "openai", isTiered: false });
});
