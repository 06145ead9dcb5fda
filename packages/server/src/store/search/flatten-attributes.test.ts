import { expect, test } from "vitest";
import { flattenAttributes } from "./flatten-attributes.ts";

test("values have the paths that a filter can name, and keys with dots below another key have none", () => {
  const metadata = {
    plan: "pro",
    "one.key": "v",
    "of.object": { inner: 1 },
    otel: { service: "chat", attributes: { "gen_ai.request.model": "m", flat: 2 } },
  };
  expect(flattenAttributes(metadata)?.map(({ path }) => path)).toEqual([
    "plan",
    "one.key",
    "of.object",
    "otel",
    "otel.service",
    "otel.attributes",
    "otel.attributes.flat",
  ]);
});

test("many keys that no filter path can name do not displace other keys from the index", () => {
  const attributes = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`http.header.${index}`, index]));
  expect(flattenAttributes({ plan: "pro", otel: { attributes } })).toHaveLength(3);
});
