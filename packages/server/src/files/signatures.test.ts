import { filetypemime } from "magic-bytes.js";
import { expect, test } from "vitest";
import { fitsType } from "./signatures.ts";

const latin = (text: string): Buffer => Buffer.from(text, "latin1");

/** First bytes of a real file of each type. */
const beginnings: readonly (readonly [string, string])[] = [
  ["image/png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
  ["image/jpeg", "\xff\xd8\xff\xe0\0\x10JFIF"],
  ["image/gif", "GIF89a\x01\0\x01\0"],
  ["image/webp", "RIFF\x24\0\0\0WEBPVP8 "],
  ["image/avif", "\0\0\0\x20ftypavif\0\0\0\0"],
  ["application/pdf", "%PDF-1.7\n"],
  ["text/plain", "an answer"],
  ["audio/mpeg", "ID3\x04\0\0"],
  ["audio/mp3", "\xff\xfb\x90\x44"],
  ["audio/wav", "RIFF\x24\0\0\0WAVEfmt "],
  ["audio/ogg", "OggS\0\x02"],
  ["audio/webm", "\x1a\x45\xdf\xa3\x9f"],
  ["audio/flac", "fLaC\0\0\0\x22"],
  ["audio/mp4", "\0\0\0\x18ftypM4A "],
  ["video/mp4", "\0\0\0\x18ftypmp42"],
  ["video/webm", "\x1a\x45\xdf\xa3\x9f"],
];

test.each(beginnings)("the first bytes of %s are recognized", (mime, head) => {
  expect(fitsType(`${mime}; charset=utf-8`, latin(head))).toBe(true);
});

test.each(beginnings.filter(([mime]) => mime !== "text/plain"))(
  "the first bytes of pages, scripts and empty files are not %s",
  (mime) => {
    for (const head of [
      "",
      "<script>alert(1)</script>",
      "<!doctype html>",
      "<?xml version='1.0'?><svg",
      "alert(1)",
      "PK\x03\x04",
    ]) {
      expect([head, fitsType(mime, latin(head))]).toEqual([head, false]);
    }
  },
);

test("binary data is not text, and an unknown type never matches", () => {
  expect(fitsType("text/plain", latin("\x7fELF\0\0"))).toBe(false);
  expect(fitsType("text/html", latin("<!doctype html>"))).toBe(false);
});

/** Names that magic-bytes.js uses for these types. */
const otherNames: Readonly<Record<string, string>> = {
  "audio/mp3": "audio/mpeg",
  "audio/wav": "audio/x-wav",
  "audio/ogg": "application/ogg",
  "audio/mp4": "video/mp4",
  "video/webm": "video/x-matroska",
};

test.each(beginnings.filter(([mime]) => mime !== "text/plain"))(
  "another library detects %s by the same bytes",
  (mime, head) => {
    const seen = filetypemime(latin(head));
    expect(seen).toContain(otherNames[mime] ?? mime);
    // Content that magic-bytes.js detects as another type must not match.
    const images = beginnings.map(([other]) => other).filter((other) => /^image|pdf/.test(other) && other !== mime);
    expect(images.filter((other) => seen.includes(other) || fitsType(other, latin(head)))).toEqual([]);
  },
);
