import { AIMessage, ChatMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { isMessage, toGenerationMessage, toMessageJson } from "./messages.ts";
import { toFields } from "./values.ts";

const convert = (message: object) =>
  toGenerationMessage({ ...message, getType: () => (message as HumanMessage).getType() });

test("messages of every kind have a role of the service", () => {
  const roles = [
    new SystemMessage("a"),
    new HumanMessage("a"),
    new AIMessage("a"),
    new ToolMessage({ content: "a", tool_call_id: "1" }),
    new ChatMessage("a", "assistant"),
    new ChatMessage("a", "poet"),
    new SystemMessage({ content: "a", additional_kwargs: { __openai_role__: "developer" } }),
  ].map((message) => convert(message).role);
  expect(roles).toStrictEqual(["system", "user", "assistant", "tool", "assistant", "user", "developer"]);
});

test("tool calls have their arguments as text, even unreadable ones", () => {
  const message = new AIMessage({
    content: "",
    tool_calls: [{ id: "1", name: "a", args: { day: "Monday" } }],
    invalid_tool_calls: [{ id: "2", name: "b", args: "{broken" }],
  });
  expect(convert(message).tool_calls).toStrictEqual([
    { id: "1", type: "function", function: { name: "a", arguments: '{"day":"Monday"}' } },
    { id: "2", type: "function", function: { name: "b", arguments: "{broken" } },
  ]);
});

test("text and image parts have the format of chat models, and other parts are not changed", () => {
  const sound = { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } };
  const content = [
    { type: "text", text: "Look" },
    { type: "image", mimeType: "image/jpeg", data: "/9j/" },
    { type: "image_url", image_url: { url: "https://example.com/a.png" } },
    { type: "image", source: { type: "base64", media_type: "image/webp", data: "UklG" } },
    { type: "image", source: { type: "url", url: "https://example.com/b.png" } },
    sound,
  ];
  expect(convert(new HumanMessage({ content })).content).toStrictEqual([
    { type: "text", text: "Look" },
    { type: "image_url", image_url: { url: "data:image/jpeg;base64,/9j/" } },
    { type: "image_url", image_url: { url: "https://example.com/a.png" } },
    { type: "image_url", image_url: { url: "data:image/webp;base64,UklG" } },
    { type: "image_url", image_url: { url: "https://example.com/b.png" } },
    sound,
  ]);
});

test("messages are distinguished from other objects", () => {
  expect(isMessage(new HumanMessage("a"))).toBe(true);
  for (const other of [null, "a", { content: "a", role: "user" }, { getType: () => "human" }, []]) {
    expect(isMessage(other)).toBe(false);
  }
});

test("an unchanged message is the same JSON, and a changed one is read again", () => {
  const message = new HumanMessage("Open?");
  const json = toMessageJson(toFields(message));
  expect(toMessageJson(toFields(message))).toBe(json);
  message.content = "Closed?";
  expect(toMessageJson(toFields(message))).toStrictEqual({ role: "user", content: "Closed?" });
  message.additional_kwargs = { function_call: { name: "a", arguments: "{}" } };
  expect(toMessageJson(toFields(message))).toMatchObject({ function_call: { name: "a" } });
  message.name = "Ada";
  message.additional_kwargs = {};
  expect(toMessageJson(toFields(message))).toMatchObject({ name: "Ada" });
});

test("an unchanged message with parts or calls is the same JSON, and one that changed at any depth is read again", () => {
  const part = { type: "text", text: "Look" };
  const call = { id: "1", name: "a", args: { day: { name: "Monday" } } };
  const message = new AIMessage({ content: [part], tool_calls: [call] });
  const json = toMessageJson(toFields(message));
  expect(toMessageJson(toFields(message))).toBe(json);
  part.text = "Look again";
  expect(toMessageJson(toFields(message))).toMatchObject({ content: [{ text: "Look again" }] });
  call.args.day.name = "Tuesday";
  expect(toMessageJson(toFields(message))).toMatchObject({
    tool_calls: [{ function: { arguments: '{"day":{"name":"Tuesday"}}' } }],
  });
  expect(json).toMatchObject({ content: [{ text: "Look" }] });
  const poet = new ChatMessage("a", "poet");
  toMessageJson(toFields(poet));
  poet.role = "assistant";
  expect(toMessageJson(toFields(poet))).toMatchObject({ role: "assistant" });
});

test("a truncated message is the same JSON until it changes", () => {
  const message = new HumanMessage("x".repeat(6_000_000));
  const json = toMessageJson(toFields(message));
  expect(String(json["content"])).toMatch(/\[Truncated: 6000000 characters\]$/u);
  expect(toMessageJson(toFields(message))).toBe(json);
  const parts = new HumanMessage({ content: [{ type: "text", text: "x".repeat(6_000_000) }] });
  expect(toMessageJson(toFields(parts))).toBe(toMessageJson(toFields(parts)));
});

test("an image that is too large leaves a placeholder and the text around it", () => {
  const image = { type: "image", mimeType: "image/png", data: "A".repeat(5_000_000) };
  const look = { type: "text", text: "Look" };
  const message = new HumanMessage({ content: [look, image, { ...image, data: "B".repeat(100) }, look] });
  const json = toMessageJson(toFields(message));
  expect(json["content"]).toStrictEqual([
    look,
    { type: "image_url", image_url: { url: "data:image/png;base64,[Truncated: 5000022 characters]" } },
    { type: "image_url", image_url: { url: `data:image/png;base64,${"B".repeat(100)}` } },
    look,
  ]);
  expect(toMessageJson(toFields(message))).toBe(json);
});
