import { expect, test } from "vitest";
import type { Payload } from "./payload-cache.ts";
import { previewsOf } from "./previews-of.ts";

test("the previews of a share link follow the rules of the service", () => {
  const step = {
    id: "call",
    input: null,
    output: null,
    error: `\n \n${"a".repeat(499)}🙂`,
    generation: {
      messages: [
        { role: "user", content: "Door to door?" },
        { role: "tool", content: "two trains" },
      ],
      messageCompletion: null,
      prompt: null,
      completion: "By rail.",
    },
  };
  expect(previewsOf([step as unknown as Payload])).toEqual([
    { id: "call", inputPreview: "Door to door?", outputPreview: "By rail.", errorLine: "a".repeat(499) },
  ]);
});
