import { expect, test } from "vitest";
import { brokenLinks, readRows } from "./linked-tests.ts";

const rows = (await readRows("threat-model.md", /^T\d/)).map(([id = "", attack = "", held = ""]) => ({
  id,
  attack,
  held,
}));

test("the threat model has a row for each threat, in order", () => {
  const expected = Array.from({ length: 131 }, (_, index) => `T${String(index + 1).padStart(2, "0")}`);
  expect(rows.map(({ id }) => id)).toEqual(expected.toSpliced(29, 0, "T29b"));
});

test.each(rows.map((row) => [row.id, row] as const))(
  "%s links its tests, or has a reason for none",
  async (_id, { attack, held }) => {
    expect(attack).not.toBe("");
    expect(held.length).toBeGreaterThan(20);
    expect(await brokenLinks(held)).toEqual([]);
  },
);
