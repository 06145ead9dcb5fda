import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";
import { toThreadName } from "./thread-name.ts";

/**
 * Returns the name according to its definition: one line of at most 80 characters, truncated at a word after the
 * middle.
 */
function expectedName(message: string): string | undefined {
  const characters = Array.from(message.replace(/\s+/gu, " ").trim());
  if (characters.length <= 80) return characters.join("") || undefined;
  const cut = characters.slice(0, 79).join("");
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > 40 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}

test("a name is the start of the message as one line", () => {
  const unit = constantFrom("a", "word", " ", "  ", "\n", "\t", ".", "é", "😀", "\u00a0", "~");
  const message = array(unit, { maxLength: 110 }).map((units) => units.join(""));
  assert(
    property(message, (text) => {
      expect(toThreadName(text)).toBe(expectedName(text));
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

test.each([78, 79, 80, 81, 82])("a word of %i characters is cut at 80", (length) => {
  for (const end of ["", " ", "  ", " b", "b c"]) {
    const text = "a".repeat(length) + end;
    expect(toThreadName(text)).toBe(expectedName(text));
  }
});
