import { expect, test } from "vitest";
import { openStateOf } from "./open-state.ts";
import { Outline, type OutlineColumns } from "./outline.ts";

const columns = (part: Partial<OutlineColumns>): OutlineColumns => ({
  start: 1_000,
  types: ["run", "tool", "user_message"],
  names: [],
  models: [],
  id: ["root", "done", "open", "said", "failed"],
  parent: [-1, 0, 0, 0, 0],
  type: [0, 1, 1, 2, 1],
  name: [-1, -1, -1, -1, -1],
  from: [0, 1, 2, 3, 4],
  to: [null, 5, null, null, null],
  errors: [4],
  scored: [],
  attached: [],
  generations: {
    step: [],
    model: [],
    inputTokenCount: [],
    outputTokenCount: [],
    tokenCount: [],
    ttFirstToken: [],
    cost: [],
  },
  ...part,
});

test("a step is open from its start to its end or error, unless it is a message", () => {
  const outline = new Outline(columns({}));
  expect(outline.ids.filter((_, index) => outline.isOpen(index))).toEqual(["root", "open"]);
  expect(outline.openCount).toBe(2);
  expect(outline.openAfter(null)).toBe("root");
  expect(outline.openAfter("root")).toBe("open");
  expect(outline.openAfter("open")).toBe("root");
});

test("an open step is running if it had recent activity, and not ended otherwise", () => {
  expect(openStateOf(1_000, 2_000)).toBe("running");
  expect(openStateOf(1_000, 1_000 + 11 * 60_000)).toBe("notEnded");
});
