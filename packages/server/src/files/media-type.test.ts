import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";
import { inlineTypeOf, parseMediaType } from "./media-type.ts";

test.each([
  ["text/plain", "text/plain"],
  ["Text/HTML;Charset=UTF-8", "text/html; charset=UTF-8"],
  ["audio/webm ; codecs=opus", "audio/webm; codecs=opus"],
  ['text/plain; name="a, b; c\\""; name=second', 'text/plain; name="a, b; c\\""'],
  ["text/plain;", "text/plain"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", undefined],
])("%j is a valid media type", (text, canonical = text) => {
  expect(parseMediaType(text)?.text).toBe(canonical);
});

test.each([
  "",
  "text",
  "text/",
  "/html",
  "*/*",
  "text/*",
  " text/plain",
  "text/plain ",
  "text/plain,text/html",
  "text/plain, text/html",
  "text/plain;,text/html",
  "text/plain; ,text/html",
  "text/plain;a,text/html",
  "text/plain;a=b,text/html",
  "text/plain;a=b;,text/html",
  'text/plain;a="b"c,text/html',
  'text/plain;a="b',
  "text/plain;a",
  "text/plain;text/html",
  "text/plain\ntext/html",
  "text/plain\0",
  "text/plain;charset=ütf",
  "tеxt/plain",
])("%j is an invalid media type, and not shown inline", (text) => {
  expect(parseMediaType(text)).toBeNull();
  expect(inlineTypeOf(text)).toBeNull();
});

test.each([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "IMAGE/PNG",
  "audio/mpeg",
  "video/mp4",
  "application/pdf",
  "image/avif",
  "text/plain",
  "text/plain; charset=utf-8",
  "audio/ogg; codecs=opus",
])("a file of the type %s is shown inline", (mime) => expect(inlineTypeOf(mime)).not.toBeNull());

test.each([
  "text/html",
  "image/svg+xml",
  "application/xhtml+xml",
  "text/xml",
  "application/json",
  "image/png,text/html",
  "",
  "audio",
  "x/audio/mpeg",
])("a file of the type %s is a download", (mime) => expect(inlineTypeOf(mime)).toBeNull());

test("only a few types are shown inline", () => {
  const part = constantFrom(
    "text",
    "/",
    "plain",
    "html",
    ";",
    ",",
    " ",
    "image",
    "png",
    "charset=",
    "utf-8",
    '"',
    "\t",
  );
  assert(
    property(array(part, { maxLength: 12 }), (parts) => {
      const shown = inlineTypeOf(parts.join(""));
      expect([null, "image/png", "text/plain; charset=utf-8"]).toContain(shown);
      const parsed = parseMediaType(parts.join(""));
      expect(parsed && parseMediaType(parsed.text)).toEqual(parsed);
    }),
    { numRuns: 5_000 },
  );
});
