import { expect, test } from "vitest";
import { piecesOf, visibleString } from "./hidden-characters.ts";

function shown(text: string): string {
  return piecesOf(text)
    .map((piece) => (piece.label === null ? piece.text : `{${piece.label}}`))
    .join("");
}

test.each([
  ["a text that is turned around", "safe\u202Egpj.exe", "safe{U+202E}gpj.exe"],
  ["isolates", "a\u2066b\u2069", "a{U+2066}b{U+2069}"],
  ["marks of a direction", "a\u200Fb", "a{U+200F}b"],
  ["a word that is parted", "pass\u200Bword", "pass{U+200B}word"],
  ["a soft hyphen", "pass\u00ADword", "pass{U+00AD}word"],
  ["joiners between letters that do not join", "a\u200Db\u200Cc", "a{U+200D}b{U+200C}c"],
  ["words in tags", "Hello\u{E0048}\u{E0069}\u{E0021}", "Hello{U+E0048×3}"],
  ["bytes in variation selectors", "x\uFE01\u{E0101}", "x{U+FE01×2}"],
  ["variation selectors behind an emoji", "😀\uFE0F\u{E0150}\u{E0151}", "😀\uFE0F{U+E0150×2}"],
  ["blanks that are letters", "\u3164\u115F", "{U+3164×2}"],
  ["control characters", "a\u001B[31mb\u0000", "a{U+001B}[31mb{U+0000}"],
  ["the mark of a byte order", "\uFEFFa", "{U+FEFF}a"],
])("the hidden character %s is named", (_name, text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each([
  "plain, with a\ttab\r\nand lines",
  "Grüße, 你好, שלום, مرحبا",
  "👨‍👩‍👧‍👦 👩🏽‍💻 ❤️ 🏳️‍🌈 1️⃣ 🇩🇪",
  "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
  "می‌خواهم",
  "क्‍ष",
  "葛\u{E0100}",
])("legitimate characters are kept: %s", (text) => {
  expect(piecesOf(text)).toEqual([{ text, label: null }]);
});

test("in plain strings, hidden characters become labels in brackets", () => {
  expect(visibleString("safe\u202Egpj.exe 👩🏽‍💻")).toBe("safe[U+202E]gpj.exe 👩🏽‍💻");
  expect(visibleString("plain")).toBe("plain");
});

test("no part of a text is lost", () => {
  const text = "a\u202Eb\u{E0041}\u{E0042}👨‍👩‍👧\u200Bc";
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});
