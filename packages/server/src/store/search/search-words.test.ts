import { assert, boolean, configureGlobal, double, integer, oneof, property, string, tuple } from "fast-check";
import { expect, test } from "vitest";
import {
  conditionsOf,
  conditionsOfPath,
  searchedText,
  spellingsOf,
  wordsOf,
  type WordCondition,
} from "./search-words.ts";

// A fixed seed makes every run test the same inputs.
configureGlobal({ seed: 20_261_121 });

function meets(words: readonly string[], { text, match }: WordCondition): boolean {
  switch (match) {
    case "equal":
      return words.includes(text);
    case "prefix":
      return words.some((word) => word.startsWith(text));
    case "suffix":
      return words.some((word) => word.endsWith(text));
    case "contains":
      return words.some((word) => word.includes(text));
  }
}

test("words are the runs of letters and digits, each once, in lower case", () => {
  expect(wordsOf(["It's Über-fine, it IS", "it\\n42"])).toEqual(["it", "s", "über", "fine", "is", "n42"]);
});

test("the first and last word of a search text may be parts of words, and the words between them are whole", () => {
  expect(conditionsOf("fund my ORDER")).toEqual([
    { text: "fund", match: "suffix" },
    { text: "my", match: "equal" },
    { text: "order", match: "prefix" },
  ]);
  expect(conditionsOf("refund")).toEqual([{ text: "refund", match: "contains" }]);
  expect(conditionsOf(" refund ")).toEqual([{ text: "refund", match: "equal" }]);
  expect(conditionsOf("?!")).toEqual([]);
});

const unit = { unit: "grapheme", maxLength: 150 } as const;

test("the words of a text meet the conditions of any text that it contains", () => {
  assert(
    property(tuple(string(unit), string(unit), string(unit)), ([before, needle, after]) => {
      const words = wordsOf([before + needle + after]) ?? [];
      // `toLowerCase` may convert a letter differently within a longer text. Texts in which this happens are skipped.
      const folded = (before + needle + after).toLowerCase();
      if (!folded.includes(needle.toLowerCase())) return;
      for (const condition of conditionsOf(needle)) expect(meets(words, condition)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test("a payload meets the conditions of a filter that its value at a path passes", () => {
  const value = oneof(string(unit), integer(), double({ noNaN: true, noDefaultInfinity: true }), boolean());
  assert(
    property(tuple(string(unit), string(unit), value), ([outer, inner, held]) => {
      const words = wordsOf([searchedText({ [outer]: { [inner]: [held], other: held } })]) ?? [];
      const filter = { field: "input", operator: "eq", value: held, path: `${outer}.${inner}.0` } as const;
      const spelled = spellingsOf(filter) ?? [];
      expect(spelled.some((text) => conditionsOf(text).every((condition) => meets(words, condition)))).toBe(true);
      for (const condition of conditionsOfPath(filter)) expect(meets(words, condition)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test("excluded and optional values are not searched for", () => {
  const filter = { field: "input", value: "gold", path: "plan" } as const;
  for (const operator of ["neq", "nilike", "nin", "is"] as const) {
    expect(spellingsOf({ ...filter, operator })).toBeUndefined();
    expect(conditionsOfPath({ ...filter, operator })).toEqual([]);
  }
  expect(spellingsOf({ ...filter, operator: "gt", value: 5 })).toEqual([""]);
  expect(spellingsOf({ field: "input", operator: "gt", value: 5 })).toBeUndefined();
});

test("long words are found by any part of them", () => {
  const word = Array.from({ length: 500 }, (_, index) => String.fromCodePoint(97 + ((index * index) % 26))).join("");
  const words = wordsOf([`x ${word} y`]) ?? [];
  for (let start = 0; start < word.length; start += 7) {
    for (const length of [1, 5, 31, 32, 33, 64, 65, 200]) {
      for (const needle of [
        word.slice(start, start + length),
        ` ${word.slice(0, length)}`,
        `${word.slice(-length)} `,
      ]) {
        for (const condition of conditionsOf(needle)) expect(meets(words, condition)).toBe(true);
      }
    }
  }
});

test("a text that is too long is not split into words", () => {
  expect(wordsOf(["a ".repeat(600_000)])).toBeNull();
});
