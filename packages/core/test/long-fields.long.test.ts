import { expect, test } from "vitest";
import { byInputs } from "../../server/test/test-inputs.ts";
import { startService } from "./start-service.ts";

const many = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, i) => make(i));
/** Creates nested lists. Each list also contains items of its own. */
const nested = (depth: number, items: () => unknown[]): unknown[] =>
  depth === 0 ? items() : [...items(), nested(depth - 1, items), ...items()];

const values: Readonly<Record<string, () => unknown>> = {
  "short numbers": () => many(120_000, (index) => index),
  "long numbers": () => many(120_000, (index) => index / 7),
  booleans: () => many(250_000, (index) => index % 2 === 0),
  nulls: () => many(250_000, () => null),
  "empty objects": () => many(250_000, () => ({})),
  "empty texts": () => many(250_000, () => ""),
  "small objects": () => many(100_000, (index) => ({ id: index, isDone: true, next: null })),
  "lists in lists": () => nested(190, () => many(1_000, (index) => index)),
  "objects that enclose themselves": () => {
    const own: Record<string, unknown> = {};
    own["list"] = many(150_000, () => own);
    return own;
  },
  "what cannot be read": () =>
    many(20_000, () => ({
      get value() {
        throw new Error("x".repeat(500));
      },
    })),
  bytes: () => many(100_000, () => new Uint8Array(3)),
  "control characters": () => many(300, () => "\u0001".repeat(4_000)),
  "another alphabet": () => "日本".repeat(400_000),
  "numbers beside another alphabet": () => [many(95_000, () => 1), "日".repeat(80_000)],
  "few numbers beside another alphabet": () => [many(30_000, () => 1), "日".repeat(270_000)],
  "a long key": () => ({ ["k".repeat(1_200_000)]: 1 }),
};

const oneIn = byInputs({ few: 4, many: 1, all: 1 });
const tried = Object.entries(values).filter((_, index) => index % oneIn === 0);

test.each(tried)("%s beyond the limits are truncated, and the step is stored", async (name, make) => {
  const { client } = startService();
  const value = make();
  const fields = ["metadata", "input", "output"] as const;
  for (const field of fields) {
    await client.step({ id: field, name, type: "tool", [field]: { value } }).send();
  }
  for (const field of fields) {
    const stored = await client.api.getStep(field);
    expect(JSON.stringify(stored?.[field]).length).toBeGreaterThan(10_000);
  }
});
