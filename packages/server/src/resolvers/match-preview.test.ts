import { expect, test } from "vitest";
import { contentPreviewAround, inputPreviewAround } from "./match-preview.ts";

test("the preview of a search shows the first occurrence with its context, ignoring case", () => {
  const long = {
    content: [{ role: "user", content: `${"a ".repeat(500)}Wo ist die\nQUITTUNG von gestern? ${"b ".repeat(500)}` }],
  };
  const preview = contentPreviewAround(long, "quittung");
  expect(preview).toMatch(/^…(a )+Wo ist die QUITTUNG von gestern\? (b )+b?…$/);
  expect(preview?.length).toBeLessThanOrEqual(240);
  expect(contentPreviewAround(long, "invoice")).toBeNull();
  expect(contentPreviewAround(null, "null")).toBeNull();
});

test("a match that spans JSON syntax is shown as JSON", () => {
  expect(contentPreviewAround({ order: { id: 12 } }, '"id":12')).toBe('{"order":{"id":12}}');
  expect(contentPreviewAround({ order: { id: 12 } }, "ORDER")).toBe('{"order":{"id":12}}');
  expect(contentPreviewAround({ a: 'x\ny "z"' }, 'y "z"')).toBe('x y "z"');
});

test("the preview of an input finds any message around a search text", () => {
  expect(
    inputPreviewAround(
      [
        { role: "user", content: "Door to door?" },
        { role: "tool", content: "two trains" },
      ],
      "trains",
    ),
  ).toBe("two trains");
});
