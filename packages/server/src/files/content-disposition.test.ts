import { expect, test } from "vitest";
import { contentDisposition } from "./content-disposition.ts";

test("a file name keeps its characters in the UTF-8 form and is escaped in the ASCII form", () => {
  expect(contentDisposition("attachment", 'a"b\r\n\\é€(1).txt')).toBe(
    "attachment; filename=\"a_b_____(1).txt\"; filename*=UTF-8''a%22b%0D%0A%5C%C3%A9%E2%82%AC%281%29.txt",
  );
});
