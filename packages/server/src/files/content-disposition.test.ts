import { expect, test } from "vitest";
import { contentDisposition, isInlineType } from "./content-disposition.ts";

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
])("%s is shown in place", (mime) => expect(isInlineType(mime)).toBe(true));

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
])("%s is a download", (mime) => expect(isInlineType(mime)).toBe(false));

test("a file name keeps its signs in the UTF-8 form and is harmless in the ASCII form", () => {
  expect(contentDisposition("attachment", 'a"b\r\n\\é€(1).txt')).toBe(
    "attachment; filename=\"a_b_____(1).txt\"; filename*=UTF-8''a%22b%0D%0A%5C%C3%A9%E2%82%AC%281%29.txt",
  );
});
