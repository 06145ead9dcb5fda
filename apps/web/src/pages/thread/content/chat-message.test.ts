import { expect, test } from "vitest";
import { readChatMessages } from "./chat-message.ts";

test("an OpenAI chat is parsed: texts, images, tool calls with their arguments, and results", () => {
  expect(
    readChatMessages([
      { role: "developer", content: "Be kind." },
      {
        role: "user",
        content: [
          { type: "text", text: "What is this?" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
          { type: "input_audio", input_audio: { data: "AA==", format: "mp3" } },
        ],
      },
      {
        role: "assistant",
        content: null,
        reasoning_content: "hm",
        tool_calls: [{ id: "c1", type: "function", function: { name: "look", arguments: '{"at":1}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: "a cat" },
    ]),
  ).toEqual([
    { role: "system", name: null, parts: [{ kind: "text", text: "Be kind." }] },
    {
      role: "user",
      name: null,
      parts: [
        { kind: "text", text: "What is this?" },
        { kind: "image", url: "data:image/png;base64,AA==", name: null },
        { kind: "audio", url: "data:audio/mpeg;base64,AA==", name: null },
      ],
    },
    {
      role: "assistant",
      name: null,
      parts: [
        { kind: "reasoning", text: "hm" },
        { kind: "toolCall", id: "c1", name: "look", arguments: { at: 1 } },
      ],
    },
    { role: "tool", name: null, parts: [{ kind: "toolResult", id: "c1", content: "a cat" }] },
  ]);
});

test("Anthropic's blocks are parsed: thinking, calls, results and images", () => {
  const messages = readChatMessages([
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "first" },
        { type: "tool_use", id: "t", name: "look", input: { at: 1 } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: "seen" }] },
        { type: "image", source: { type: "base64", media_type: "image/webp", data: "AA==" } },
      ],
    },
  ]);
  expect(messages?.map(({ parts }) => parts)).toEqual([
    [
      { kind: "reasoning", text: "first" },
      { kind: "toolCall", id: "t", name: "look", arguments: { at: 1 } },
    ],
    [
      { kind: "toolResult", id: "t", content: [{ type: "text", text: "seen" }] },
      { kind: "image", url: "data:image/webp;base64,AA==", name: null },
    ],
  ]);
});

test("items of the Responses API and messages of LangChain are parsed", () => {
  expect(
    readChatMessages([
      { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] },
      { type: "function_call", call_id: "c", name: "look", arguments: "{}" },
      { type: "function_call_output", call_id: "c", output: "seen" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "A cat." }] },
    ])?.map(({ role, parts }) => [role, parts[0]?.kind]),
  ).toEqual([
    ["assistant", "reasoning"],
    ["assistant", "toolCall"],
    ["tool", "toolResult"],
    ["assistant", "text"],
  ]);
  expect(
    readChatMessages([
      { type: "human", content: "hi" },
      { id: ["langchain", "schema", "AIMessage"], kwargs: { content: "hello" } },
    ])?.map(({ role }) => role),
  ).toEqual(["user", "assistant"]);
});

test("other values are not messages", () => {
  for (const value of [null, "text", 3, [], {}, { content: "x" }, [{ role: "user" }, 4], { type: "ai" }]) {
    expect(readChatMessages(value)).toBeNull();
  }
});

test("reasoning is parsed if the provider hides it, splits it, or puts it between tags at the start of a response", () => {
  const partsOf = (message: object) => readChatMessages(message as never)?.[0]?.parts;
  const hidden = [{ kind: "reasoning", text: "" }];
  expect(partsOf({ type: "reasoning", summary: [] })).toEqual(hidden);
  expect(partsOf({ role: "assistant", content: [{ type: "redacted_thinking", data: "AA==" }] })).toEqual(hidden);
  expect(partsOf({ type: "reasoning", summary: [{ type: "summary_text", text: "one" }, { text: "two" }] })).toEqual([
    { kind: "reasoning", text: "one\n\ntwo" },
  ]);
  const thought = "<think>\nfirst\n</think>";
  expect(partsOf({ role: "assistant", content: `${thought}\n\nDone` })).toEqual([
    { kind: "reasoning", text: thought },
    { kind: "text", text: "\n\nDone" },
  ]);
  expect(partsOf({ role: "assistant", content: thought })).toEqual([{ kind: "reasoning", text: thought }]);
  for (const message of [
    { role: "user", content: thought },
    { role: "assistant", content: "<think>still" },
    { role: "assistant", content: `Say ${thought}` },
  ])
    expect(partsOf(message)).toEqual([{ kind: "text", text: message.content }]);
});
