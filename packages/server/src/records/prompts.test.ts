import { expect, test } from "vitest";
import type { JsonValue } from "../json/json-value.ts";
import { promptIdentity } from "./prompt-identity.ts";
import { chooseVersion, readRollouts } from "./prompt-rollouts.ts";
import { readTemplateMessages, variablesOf } from "./prompt-templates.ts";

const newId = (): string => "new";

test("each template message gets a uuid, and loses the mark of a rendered message", () => {
  const messages = readTemplateMessages(
    [
      { role: "system", content: "Hi", templated: true },
      { uuid: "kept", role: "user", content: "{{q}}" },
    ],
    newId,
  );
  expect(messages).toEqual([
    { uuid: "new", role: "system", content: "Hi" },
    { uuid: "kept", role: "user", content: "{{q}}" },
  ]);
});

test("absent messages are an empty list, and values other than a list of objects are rejected", () => {
  expect(readTemplateMessages(null, newId)).toEqual([]);
  expect(() => readTemplateMessages("Hi", newId)).toThrow("templateMessages: must be a list of messages");
  expect(() => readTemplateMessages(["Hi"], newId)).toThrow("templateMessages[0]: must be an object");
});

test("variables are derived from text and parts", () => {
  const variables = variablesOf([
    { role: "system", content: "{{name}} {{{raw}}} {{&also}} {{!comment}} {{name}}" },
    {
      role: "user",
      content: [{ type: "text", text: "{{user.plan}}{{#items}}{{.}}{{label}}{{/items}}{{^none}}x{{/none}}" }],
    },
    { role: "assistant", content: null },
  ]);
  expect(variables).toEqual([
    { name: "name", language: "plaintext" },
    { name: "raw", language: "plaintext" },
    { name: "also", language: "plaintext" },
    { name: "user", language: "json" },
    { name: "items", language: "json" },
    { name: "label", language: "plaintext" },
    { name: "none", language: "plaintext" },
  ]);
});

test.each([
  ["{{#open}}", /templateMessages\[0\]\.content: is not a valid template: Unclosed section/],
  ["{{#a}}".repeat(33) + "{{/a}}".repeat(33), /sections deeper than 32 levels/],
  ["{{#a}}".repeat(5_000) + "{{/a}}".repeat(5_000), /sections deeper than 32 levels/],
  ["x".repeat(256_001), /longer than 256000 characters/],
])("a hostile template is refused", (content, message) => {
  expect(() => variablesOf([{ role: "user", content }])).toThrow(message);
});

test("white space in a tag is parsed in linear time", { timeout: 10_000 }, () => {
  expect(variablesOf([{ role: "user", content: `{{a${" ".repeat(250_000)}}}` }])).toHaveLength(1);
});

const content = (templateMessages: JsonValue, settings: JsonValue = null, tools: JsonValue = null) => ({
  templateMessages,
  settings,
  tools,
});

test("identity ignores uuid, marker, key order and empty tools", () => {
  const first = content([{ role: "user", content: "Hi", uuid: "1" }], { model: "m", temperature: 0 }, []);
  const second = content([{ templated: true, content: "Hi", role: "user" }], { temperature: 0, model: "m" });
  expect(promptIdentity(first)).toBe(promptIdentity(second));
});

test("identity depends on content, settings, tools and provider", () => {
  const identities = [
    content([{ role: "user", content: "Hi" }]),
    content([{ role: "user", content: "Hi!" }]),
    content([{ role: "user", content: "Hi" }], { temperature: 1 }),
    content([{ role: "user", content: "Hi" }], null, [{ type: "function" }]),
    content([{ role: "user", content: "Hi" }], { provider: "openai" }),
    content([{ role: "user", content: "Hi" }], { provider: "mistral" }),
  ].map((value) => promptIdentity(value));
  expect(new Set(identities).size).toBe(6);
  expect(promptIdentity(content([], { provider: "openai" }), { ignoreProvider: true })).toBe(
    promptIdentity(content([])),
  );
});

test("weights are relative: fractions and percentages give the same draw", () => {
  const fractions = [
    { version: 0, rollout: 0.6 },
    { version: 1, rollout: 0.4 },
  ];
  const percents = fractions.map(({ version, rollout }) => ({ version, rollout: rollout * 100 }));
  for (const random of [0, 0.3, 0.59, 0.61, 0.999]) {
    expect(chooseVersion(percents, random)).toBe(chooseVersion(fractions, random));
  }
  expect(chooseVersion(percents, 0.59)).toBe(0);
  expect(chooseVersion(percents, 0.61)).toBe(1);
});

test("a version without weight is never drawn", () => {
  const rollouts = [
    { version: 0, rollout: 0 },
    { version: 1, rollout: 5 },
    { version: 2, rollout: 0 },
  ];
  for (const random of [0, 0.5, 0.999_999_999]) expect(chooseVersion(rollouts, random)).toBe(1);
  expect(chooseVersion([], 0.5)).toBeNull();
});

test.each([
  [[{ version: 0, rollout: -1 }], "rollouts[0].rollout: must not be negative"],
  [
    [
      { version: 0, rollout: 1 },
      { version: 0, rollout: 1 },
    ],
    "rollouts[1].version: version 0 appears twice",
  ],
  [[{ version: 0, rollout: 0 }], "rollouts: at least one version needs a rollout above 0"],
  [[], "rollouts: at least one version needs a rollout above 0"],
])("the error of an invalid rollout names the field", (rollouts, message) => {
  expect(() => readRollouts(rollouts)).toThrow(message);
});
