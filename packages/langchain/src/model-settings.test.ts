import { expect, test } from "vitest";
import { readAnsweringModel, readModel } from "./model-settings.ts";

test("secrets, functions and values with their own fields are not settings", () => {
  const parameters = {
    model: "gpt-4o",
    temperature: 0,
    max_tokens: 100,
    stop: ["\n"],
    apiKey: "a-secret",
    configuration: { api_key: "a-secret", defaultHeaders: { authorization: "a-secret" }, timeout: 5 },
    tools: [],
    onFailedAttempt: () => undefined,
  };
  expect(readModel({ id: ["langchain", "ChatOpenAI"] }, { invocation_params: parameters }, {})).toStrictEqual({
    provider: "openai",
    model: "gpt-4o",
    settings: { temperature: 0, max_tokens: 100, stop: ["\n"], configuration: { timeout: 5 } },
    tools: undefined,
  });
});

test.each([
  ["OpenAI", { type: "function", function: { name: "a", description: "b", parameters: { type: "object" } } }],
  ["Anthropic", { name: "a", description: "b", input_schema: { type: "object" } }],
  ["Google", { functionDeclarations: [{ name: "a", description: "b", parameters: { type: "object" } }] }],
  ["LangChain", { name: "a", description: "b", schema: { type: "object" } }],
])("tools in the shape of %s are read", (_provider, tool) => {
  const { tools } = readModel({}, { invocation_params: { tools: [tool] } }, {});
  expect(tools).toStrictEqual([
    { type: "function", function: { name: "a", description: "b", parameters: { type: "object" } } },
  ]);
});

test("provider and model come from LangChain's own metadata first", () => {
  const told = { ls_provider: "azure", ls_model_name: "told" };
  expect(readModel({ id: ["ChatAnthropic"] }, {}, told)).toMatchObject({ provider: "azure", model: "told" });
  expect(readModel({}, {}, {})).toMatchObject({ provider: undefined, model: undefined });
});

test.each([
  ["response_metadata", { message: { response_metadata: { model_name: "gpt-4o-2024" } } }],
  ["generationInfo", { generationInfo: { model_name: "gpt-4o-2024" } }],
  ["additional_kwargs", { message: { additional_kwargs: { model: "gpt-4o-2024" } } }],
])("the model that answered is read from %s", (_place, generation) => {
  expect(readAnsweringModel({ generations: [[generation]] })).toBe("gpt-4o-2024");
});

test("the model that answered is read from llmOutput, and is unknown elsewhere", () => {
  expect(readAnsweringModel({ llmOutput: { model: "claude" } })).toBe("claude");
  expect(readAnsweringModel({})).toBeUndefined();
});
