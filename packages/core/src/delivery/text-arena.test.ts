import { expect, test } from "vitest";
import { textOf, toShared, toSharedItems } from "./shared-json.ts";
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

test("texts with shared items are read and joined as their parts in order, between others", () => {
  const arena = new TextArena();
  const [a, b] = [toShared('"é"'), toShared('{"b":1}')];
  const given = [
    ["[", toSharedItems([a, b]), "]"],
    ["[", toSharedItems([a]), "]"],
    [`{"x":[`, toSharedItems([b, b, a]), '],"y":[', toSharedItems([a]), "]}"],
  ];
  const texts = given.flatMap((parts, index) => [parts, `"plain ${index}"`]);
  const placed = texts.map((text) => arena.place(text));
  const read = placed.map(readPlaced);
  expect(read.map((text) => JSON.parse(text) as unknown)).toStrictEqual([
    ["é", { b: 1 }],
    "plain 0",
    ["é"],
    "plain 1",
    { x: [{ b: 1 }, { b: 1 }, "é"], y: ["é"] },
    "plain 2",
  ]);
  expect(texts.map(textOf)).toStrictEqual(read);
  const joined = new TextDecoder().decode(joinPlaced("[", placed, { tail: "]", drop: 1 }));
  expect(joined).toBe(`[${read.join()}]`);
  for (const text of placed) arena.release(text);
  expect(arena.sharedBytes).toBe(0);
});
