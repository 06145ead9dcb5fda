import { expect, test } from "vitest";
import { plainJson } from "./plain-json.ts";

test.each([
  ['{"orderId":"B-2203","state":"sent"}', "orderId: B-2203, state: sent"],
  ['[{"title": "Delivery", "t…', "[{title: Delivery, t…"],
  [String.raw`{"text":"say \"hi\",\nplease","a":{"b":[1,2]}}`, 'text: say "hi", please, a: {b: [1, 2]}'],
  ['{"time":"10:30, then 11:00"}', "time: 10:30, then 11:00"],
  ['{"cut":"in the midd', "cut: in the midd"],
  [String.raw`{"cut":"at an escape \\`, String.raw`cut: at an escape ` + "\\"],
  ["{}", ""],
])("%s is shown as %s", (json, plain) => {
  expect(plainJson(json)).toBe(plain);
});
