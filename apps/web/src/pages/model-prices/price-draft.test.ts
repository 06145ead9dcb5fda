import { expect, test } from "vitest";
import { draftOf, draftOfModel, readDraft } from "./price-draft.ts";

const price = {
  id: "p",
  source: "PROJECT",
  name: "House model",
  match: "house-.*",
  provider: null,
  inputPrice: 2.5,
  outputPrice: 10,
  cachedInputPrice: 0,
  cacheWritePrice: null,
  reasoningPrice: null,
  isTiered: false,
  validFrom: "2026-01-01T00:00:00.000Z",
  validTo: null,
} as const;

test("an unchanged price is read back unchanged, and its day starts at midnight UTC", () => {
  expect(readDraft(draftOf(price)).wrong).toBeNull();
  expect(readDraft(draftOf(price))).toMatchObject({
    price: {
      name: "House model",
      match: "house-.*",
      provider: null,
      inputPrice: 2.5,
      outputPrice: 10,
      cachedInputPrice: 0,
      cacheWritePrice: null,
      validFrom: "2026-01-01",
      validTo: null,
    },
  });
});

test.each([
  ["match", " "],
  ["inputPrice", ""],
  ["inputPrice", "cheap"],
  ["outputPrice", "-1"],
  ["reasoningPrice", "Infinity"],
] as const)("a price whose %s is %j is refused", (field, text) => {
  expect(readDraft({ ...draftOf(price), [field]: text })).toEqual({ price: null, wrong: [field] });
});

test("an empty form has three invalid fields", () => {
  expect(readDraft(draftOf(null)).wrong).toEqual(["match", "inputPrice", "outputPrice"]);
});

test("the price of a model matches its name literally", () => {
  const { name, match } = draftOfModel("house/llama-3.1 (beta)+");
  expect(name).toBe("house/llama-3.1 (beta)+");
  expect(match).toBe("house/llama-3\\.1 \\(beta\\)\\+");
  expect(new RegExp(`^${match}$`).test(name)).toBe(true);
});
