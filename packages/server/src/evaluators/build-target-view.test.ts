import { expect, test } from "vitest";
import type { StepRecord } from "../store/steps.ts";
import type { ThreadRecord } from "../store/threads.ts";
import { viewOfStep, viewOfThread } from "./build-target-view.ts";

const blank: StepRecord = {
  id: "s",
  createdAt: 0,
  receivedAt: 0,
  threadId: "t",
  parentId: null,
  rootRunId: null,
  apiKeyId: null,
  type: "run",
  name: null,
  startTime: null,
  endTime: null,
  error: null,
  environment: null,
  tags: null,
  input: null,
  output: null,
  metadata: null,
  generation: null,
};
const thread: ThreadRecord = {
  id: "t",
  createdAt: 0,
  receivedAt: 0,
  startTime: null,
  endTime: null,
  name: "Chat",
  metadata: { plan: "pro" },
  tags: ["a"],
  environment: null,
  participantId: null,
  tokenCount: null,
  duration: null,
};
const question: StepRecord = { ...blank, id: "q", type: "user_message", output: { content: "Why?" } };
const answer: StepRecord = { ...blank, id: "a", type: "assistant_message", output: { content: "Because." } };

test("the view of a thread has the texts of its messages", () => {
  const view = viewOfThread({ thread, steps: [question, answer] });
  expect(view).toMatchObject({
    input: "Why?",
    output: "Because.",
    expected: null,
    metadata: { plan: "pro" },
    messages: [
      { role: "user", content: "Why?" },
      { role: "assistant", content: "Because." },
    ],
    thread: { id: "t", name: "Chat", tags: ["a"] },
  });
  expect(view.steps.map(({ id }) => id)).toEqual(["q", "a"]);
});

test("the view of a thread without messages has the inputs and outputs of its root steps", () => {
  const root = { ...blank, input: { q: 1 }, output: "Done" };
  const view = viewOfThread({ thread, steps: [root, { ...blank, id: "child", parentId: "s", output: "inner" }] });
  expect(view.messages).toEqual([
    { role: "user", content: { q: 1 } },
    { role: "assistant", content: "Done" },
  ]);
});

test("the view of a model call has its messages with the completion", () => {
  const generation = {
    messages: [{ role: "user", content: "Hi", uuid: "u" }, "text"],
    messageCompletion: { role: "assistant", content: null, tool_calls: [{ id: "c" }] },
  } as unknown as StepRecord["generation"];
  const step = { ...blank, type: "llm", startTime: 0, generation } as const;
  const view = viewOfStep(step, [step], null);
  expect(view.messages).toEqual([
    { role: "user", content: "Hi" },
    { role: "assistant", content: null, tool_calls: [{ id: "c" }] },
  ]);
  expect(view.steps[0]).toMatchObject({ startTime: "1970-01-01T00:00:00.000Z", endTime: null, metadata: {}, tags: [] });
  expect(view.thread).toBeNull();
});
