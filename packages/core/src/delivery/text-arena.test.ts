import { expect, test } from "vitest";
import { joinPlaced, readPlaced, TextArena } from "./text-arena.ts";

test("texts of any size and alphabet are read and joined as they were placed, in any selection and order", () => {
  const arena = new TextArena();
  const texts = Array.from({ length: 300 }, (_, index) =>
    JSON.stringify({ index, text: "é€😀\n".repeat(index % 7 === 0 ? index * 40 : index) }),
  );
  const placed = texts.map((text) => arena.place(text));
  expect(placed.map(readPlaced)).toStrictEqual(texts);
  const join = (selected: typeof placed): string =>
    new TextDecoder().decode(joinPlaced("[", selected, { tail: "]", drop: selected.length > 0 ? 1 : 0 }));
  expect(join(placed)).toBe(`[${texts.join()}]`);
  const reversed = placed.filter((_, index) => index % 3 !== 0).toReversed();
  expect(join(reversed)).toBe(`[${reversed.map(readPlaced).join()}]`);
  expect(join([])).toBe("[]");
});
