import { expect, test } from "vitest";
import { joinToolCalls } from "./join-tool-calls.ts";

const call = (id: string) => ({ id, type: "function", function: { name: "quote", arguments: "{}" } });
const calling = (...ids: readonly string[]) => ({ role: "assistant", content: null, tool_calls: ids.map(call) });
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "24" });
const question = { role: "user", content: "What would it cost?" };

test("parallel tool calls in messages of their own are joined into one message, before their results", () => {
  expect(
    joinToolCalls([question, calling("0"), calling("1"), calling("2"), result("0"), result("1"), result("2")]),
  ).toEqual([question, calling("0", "1", "2"), result("0"), result("1"), result("2")]);
  const said = { ...calling("0"), content: "I ask for a quote." };
  expect(joinToolCalls([said, { ...calling("1"), content: "", refusal: null }])).toEqual([
    { ...said, tool_calls: [call("0"), call("1")] },
  ]);
  const recorded = { ...calling("1"), id: "run-1", additional_kwargs: {}, invalid_tool_calls: [] };
  expect(joinToolCalls([calling("0"), recorded])).toEqual([calling("0", "1")]);
});

test("calls in one message, calls after results, and messages with a text of their own stay as they are", () => {
  for (const messages of [
    [question, calling("0", "1"), result("0"), result("1")],
    [calling("0"), result("0"), calling("1"), result("1")],
    [calling("0"), { ...calling("1"), content: "And another one." }],
    [calling("0"), { role: "assistant", content: "Done." }],
    [{ role: "assistant", content: "I look." }, calling("0")],
    [calling("0"), { ...calling("1"), name: "other" }, null, "text", []],
  ]) {
    expect(joinToolCalls(messages)).toEqual(messages);
  }
});
