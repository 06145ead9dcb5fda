import { expect, test } from "vitest";
import { outlineOf } from "../../../../test/outline-of.ts";
import type { Outline } from "../outline/outline.ts";
import { chatItems } from "./chat-items.ts";

const shown = (outline: Outline) => chatItems(outline).map(({ kind, step }) => `${kind} ${step}`);

test("the input of a run is above its tools, even if they started in the same millisecond and arrived first", () => {
  expect(
    shown(
      outlineOf([
        ["tool", 2],
        ["tool", 2],
        ["run", -1],
        ["tool", 2],
      ]),
    ),
  ).toEqual(["exchange 2", "tool 0", "tool 1", "tool 3"]);
});

test("runs are ordered by their start, whatever their children", () => {
  expect(
    shown(
      outlineOf([
        ["run", -1],
        ["tool", 3],
        ["tool", 0],
        ["run", -1],
      ]),
    ),
  ).toEqual(["exchange 0", "exchange 3", "tool 1", "tool 2"]);
});

test("messages that arrived before their run keep their order", () => {
  expect(
    shown(
      outlineOf([
        ["user_message", 1],
        ["run", -1],
        ["tool", 1],
        ["assistant_message", 1],
      ]),
    ),
  ).toEqual(["message 0", "tool 2", "message 3"]);
});

test("the error of a failed run is below its steps, after the errors that led to it", () => {
  const steps = [
    ["user_message", -1],
    ["run", -1],
    ["llm", 1],
    ["tool", 1],
    ["assistant_message", -1],
    ["user_message", -1],
    ["run", -1],
    ["llm", 6],
  ] as const;
  expect(shown(outlineOf(steps, [1, 2, 3, 6]))).toEqual([
    "message 0",
    "error 2",
    "tool 3",
    "failure 1",
    "message 4",
    "message 5",
    "failure 6",
  ]);
});
