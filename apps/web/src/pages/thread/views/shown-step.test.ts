import { expect, test } from "vitest";
import { Outline } from "../outline/outline.ts";
import { turnUsage } from "../outline/turn-usage.ts";
import { chatItems } from "./chat-items.ts";
import { shownStep } from "./shown-step.ts";

/** Creates an outline from the type, parent and model of each step. A model call has 10 tokens and costs 1 dollar. */
function outlineOf(steps: readonly (readonly [type: string, parent: number, model?: string])[]): Outline {
  const types = [...new Set(steps.map(([type]) => type))];
  const models = [...new Set(steps.flatMap(([, , model]) => model ?? []))];
  const none = steps.map(() => null);
  const calls = steps.flatMap(([, , model], step) => (model === undefined ? [] : [{ step, model }]));
  return new Outline({
    start: 0,
    types,
    names: [],
    models,
    id: steps.map((_, index) => `s${index}`),
    parent: steps.map(([, parent]) => parent),
    type: steps.map(([type]) => types.indexOf(type)),
    name: steps.map(() => -1),
    from: none,
    to: none,
    errors: [],
    scored: [],
    attached: [],
    generations: {
      step: calls.map(({ step }) => step),
      model: calls.map(({ model }) => models.indexOf(model)),
      inputTokenCount: calls.map(() => null),
      outputTokenCount: calls.map(() => null),
      tokenCount: calls.map(() => 10),
      ttFirstToken: calls.map(() => null),
      cost: calls.map(() => 1),
    },
  });
}

const conversation = outlineOf([
  ["user_message", -1],
  ["run", -1],
  ["llm", 1, "small"],
  ["tool", 1],
  ["retrieval", 3],
  ["llm", 1, "large"],
  ["assistant_message", -1],
  ["user_message", -1],
  ["run", -1],
  ["llm", 8, "large"],
  ["assistant_message", -1],
]);

function shown(outline: Outline): readonly (number | null)[] {
  const rows = chatItems(outline).map(({ step }) => step);
  return outline.ids.map((_, step) => shownStep(outline, rows, step));
}

test("a step without a message is shown as the tool that contains it, or as the answer that follows it", () => {
  expect(shown(conversation)).toEqual([0, 6, 6, 3, 3, 6, 6, 7, 10, 10, 10]);
});

test("the steps of a turn without an answer are shown as its tool or its question", () => {
  const outline = outlineOf([
    ["user_message", -1],
    ["run", 0],
    ["tool", 1],
    ["tool", 2],
    ["user_message", -1],
    ["run", -1],
    ["assistant_message", -1],
  ]);
  expect(shown(outline)).toEqual([0, 3, 3, 3, 4, 6, 6]);
});

test("without messages, a run is shown as its first model call", () => {
  const outline = outlineOf([
    ["run", -1],
    ["llm", 0, "small"],
    ["llm", 0, "small"],
  ]);
  expect(shown(outline)).toEqual([1, 1, 2]);
});

test("an answer has the models, tokens and cost of the steps since the message before it", () => {
  expect(turnUsage(conversation, 6)).toEqual({ models: ["large", "small"], tokenCount: 20, cost: 2 });
  expect(turnUsage(conversation, 10)).toEqual({ models: ["large"], tokenCount: 10, cost: 1 });
  expect(turnUsage(conversation, 7)).toEqual({ models: [], tokenCount: 0, cost: 0 });
  expect(turnUsage(conversation, 2)).toEqual({ models: ["small"], tokenCount: 10, cost: 1 });
});

test("the first model of an answer is that of the last call, and never one of a search", () => {
  const outline = outlineOf([
    ["run", -1],
    ["llm", 0, "router"],
    ["llm", 0, "writer"],
    ["retrieval", 0],
    ["embedding", 3, "vectors"],
    ["assistant_message", -1],
  ]);
  expect(turnUsage(outline, 5).models).toEqual(["writer", "router", "vectors"]);
});
