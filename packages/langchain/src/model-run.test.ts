import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { holdsToken, ModelRun } from "./model-run.ts";
import { toFields } from "./values.ts";

const called = { provider: "openai", model: "gpt-4o", settings: {}, tools: undefined };
const start = () => new ModelRun({ messages: [toFields(new HumanMessage("q"))] }, called);
const answers = (...texts: string[]) => ({
  generations: [texts.map((text) => ({ text, message: new AIMessage(text) }))],
});

test("the first of several responses is the completion, and all are in the output", () => {
  const { output, generation } = start().succeed(answers("one", "two"));
  expect(output).toMatchObject({ content: "one", choices: [{ content: "one" }, { content: "two" }] });
  expect(generation).toMatchObject({ messageCompletion: { role: "assistant", content: "one" } });
});

test("a response without content is recorded unchanged", () => {
  expect(start().succeed({ generations: [] })).toMatchObject({ output: {}, generation: { model: "gpt-4o" } });
  expect(start().succeed({})).toMatchObject({ output: {} });
});

test("a claimed generation is omitted, and a refused one is recorded", () => {
  const [claimed, failed, refused] = [start(), start(), start()];
  claimed.call.claim();
  failed.call.claim();
  failed.call.fail();
  refused.call.refuse();
  const [answer, error] = [answers("a"), "Error: down"];
  expect([claimed.succeed(answer).generation, claimed.fail(error).generation]).toStrictEqual([undefined, undefined]);
  expect(failed.fail(error).generation).toBeUndefined();
  expect(failed.succeed(answer).generation).toMatchObject({ messageCompletion: { content: "a" } });
  expect(refused.fail(error).generation).toMatchObject({ error, duration: expect.any(Number) });
});

test.each([
  ["text", "a", undefined, true],
  ["the empty beginning of a stream", "", { chunk: { message: { content: "" } } }, false],
  ["a call of a tool", "", { chunk: { message: { content: "", tool_call_chunks: [{ name: "a" }] } } }, true],
  ["reasoning", "", { chunk: { message: { additional_kwargs: { reasoning_content: "hm" } } } }, true],
  ["parts", "", { chunk: { message: { content: [{ type: "text", text: "a" }] } } }, true],
])("%s is distinguished from empty tokens", (_name, token, fields, expected) => {
  expect(holdsToken(token, fields)).toBe(expected);
});
