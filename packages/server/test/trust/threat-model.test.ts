import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = new URL("../../../../docs/", import.meta.url);
const rows = (await readFile(new URL("threat-model.md", folder), "utf8"))
  .split("\n")
  .filter((line) => /^\| T\d/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, id = "", attack = "", held = ""]) => ({ id, attack, held }));

test("the threat model has a row for each threat, in order", () => {
  const expected = Array.from({ length: 116 }, (_, index) => `T${String(index + 1).padStart(2, "0")}`);
  expect(rows.map(({ id }) => id)).toEqual(expected.toSpliced(29, 0, "T29b"));
});

test.each(rows.map((row) => [row.id, row] as const))(
  "%s is tested where its row says, or says why not",
  async (_id, { attack, held }) => {
    expect(attack).not.toBe("");
    expect(held.length).toBeGreaterThan(20);
    for (const [, title = "", path = ""] of held.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)) {
      const text = await readFile(fileURLToPath(new URL(path, folder)), "utf8");
      expect({ path, title, isThere: text.includes(title) }).toEqual({ path, title, isThere: true });
    }
  },
);
