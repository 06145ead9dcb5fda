import { expect, test } from "vitest";
import { Outline } from "../outline/outline.ts";
import { chatItems } from "../views/chat-items.ts";
import { gapBefore, playbackFrames } from "./playback-frames.ts";

type Step = readonly [type: string, parent: number, from: number | null, to: number | null];

/** Returns the frames of steps in order of arrival. Steps of type `llm` have a generation. */
function framesOf(steps: readonly Step[]) {
  const types = [...new Set(steps.map(([type]) => type))];
  const calls = steps.flatMap(([type], index) => (type === "llm" ? [index] : []));
  const unknown = calls.map(() => null);
  const outline = new Outline({
    start: 0,
    types,
    names: [],
    models: ["m"],
    id: steps.map((_, index) => `s${index}`),
    parent: steps.map(([, parent]) => parent),
    type: steps.map(([type]) => types.indexOf(type)),
    name: steps.map(() => -1),
    from: steps.map(([, , from]) => from),
    to: steps.map(([, , , to]) => to),
    errors: [],
    scored: [],
    attached: [],
    generations: {
      step: calls,
      model: calls.map(() => 0),
      inputTokenCount: unknown,
      outputTokenCount: unknown,
      tokenCount: unknown,
      ttFirstToken: unknown,
      cost: unknown,
    },
  });
  return playbackFrames(outline, chatItems(outline));
}

const shown = (frames: ReturnType<typeof framesOf>) =>
  frames.map(({ itemCount, isAsking, time }, at) => [itemCount, isAsking, time, gapBefore(frames, at)]);

test("a message appears when it was sent, an answer when it was complete", () => {
  const frames = framesOf([
    ["user_message", -1, 0, 0],
    ["run", -1, 100, 4_000],
    ["tool", 1, 1_500, 2_000],
    ["assistant_message", -1, 3_000, 4_000],
    ["user_message", -1, 64_000, null],
  ]);
  expect(shown(frames)).toEqual([
    [1, false, 0, null],
    [2, false, 2_000, 2_000],
    [3, false, 4_000, 2_000],
    [4, false, 64_000, 60_000],
  ]);
});

test("without messages, the first call of each run shows its question before its answer", () => {
  const frames = framesOf([
    ["run", -1, 0, 5_000],
    ["llm", 0, 100, 1_000],
    ["llm", 0, 1_100, 5_000],
    ["llm", -1, 9_000, 8_000],
  ]);
  expect(shown(frames)).toEqual([
    [1, true, 100, null],
    [1, false, 1_000, 900],
    [2, false, 5_000, 4_000],
    [3, true, 9_000, 4_000],
    [3, false, 8_000, 0],
  ]);
});

test("times may be missing", () => {
  expect(shown(framesOf([["run", -1, null, null]]))).toEqual([
    [1, true, null, null],
    [1, false, null, null],
  ]);
});
