import { expect, test } from "vitest";
import { FreshPayloads, type StoredPayload } from "./fresh-payloads.ts";

const payload = (input: string): StoredPayload => ({ metadata: null, input, output: null, generation: null });

test("keeps the payloads of a row until it is forgotten", () => {
  const fresh = new FreshPayloads();
  fresh.keep(1, [{ row: 7, payloads: new Map([[70, payload("seventy")]]) }]);
  expect(fresh.of(1, 7)?.get(70)?.input).toBe("seventy");
  expect(fresh.of(2, 7)).toBeUndefined();
  fresh.forget(1, [7]);
  expect(fresh.of(1, 7)).toBeUndefined();
});

test("drops the oldest rows when their total size is too large", () => {
  const fresh = new FreshPayloads(10);
  for (const row of [1, 2, 3]) fresh.keep(1, [{ row, payloads: new Map([[row, payload("12345")]]) }]);
  expect([1, 2, 3].map((row) => fresh.of(1, row) !== undefined)).toEqual([false, true, true]);
  fresh.forget(1, [2]);
  fresh.keep(1, [{ row: 4, payloads: new Map([[4, payload("12345")]]) }]);
  expect([3, 4].map((row) => fresh.of(1, row) !== undefined)).toEqual([true, true]);
});
