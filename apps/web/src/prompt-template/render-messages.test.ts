import { Prompt, Threadline, type IGenerationMessage } from "@threadline/core";
import type { JsonValue } from "@threadline/schema/sdk";
import { expect, test } from "vitest";
import { previewMessages, renderMessages, type TemplateValues } from "./render-messages.ts";
import { templateVariables } from "./template-variables.ts";

const client = new Threadline({ apiKey: "k", disabled: true });

function bySdk(messages: readonly JsonValue[], values: TemplateValues): unknown {
  const templateMessages = messages as unknown as IGenerationMessage[]; // these are chat messages
  return new Prompt(client, { id: "p", name: "p", version: 0, templateMessages }).formatMessages(values);
}

test.each<[string, TemplateValues]>([
  ["Hello {{name}}!", { name: "<b>Ada & Max</b>" }],
  ["{{missing}}|{{{raw}}}|{{&raw}}", { raw: '"quoted"' }],
  ["{{user.name}} {{user}}", { user: { name: "Ada", tags: ["a"] } }],
  ["{{#items}}- {{name}} {{.}}\n{{/items}}{{^items}}none{{/items}}", { items: [{ name: "x" }, "y"] }],
  ["{{^items}}none{{/items}}{{! a comment }}", { items: [] }],
  ["{{list}} {{number}} {{flag}} {{nothing}}", { list: [1, [2]], number: 0, flag: false, nothing: null }],
  ["{{=<% %>=}}<% name %> {{name}}", { name: "n" }],
  ["{{constructor}}{{__proto__}}{{#toString}}x{{/toString}}{{a.constructor.name}}", { a: {} }],
])("%j is rendered as by the SDK", (text, values) => {
  const messages: JsonValue[] = [
    { role: "system", content: text, uuid: "u" },
    {
      role: "user",
      content: [
        { type: "text", text },
        { type: "image_url", image_url: { url: text } },
      ],
    },
    { role: "assistant", content: null, tool_calls: [] },
  ];
  expect(renderMessages(messages, values)).toEqual(bySdk(messages, values));
});

test.each<[string, TemplateValues, string, readonly string[]]>([
  ["Hello {{name}}!", {}, "Hello {{name}}!", ["name"]],
  ["Hello {{name}} {{{raw}}} {{&raw}}!", { name: "Ada" }, "Hello Ada {{{raw}}} {{{raw}}}!", ["raw"]],
  ["{{name}} {{{name}}}", {}, "{{name}} {{{name}}}", ["name"]],
  ["{{user.name}} {{user.age}}", { user: { name: "Ada" } }, "Ada {{user.age}}", ["user.age"]],
  ["{{#items}}- {{name}}\n{{/items}}", {}, "{{#items}}…{{/items}}", ["items"]],
  ["{{#items}}{{name}} {{.}}{{/items}}", { items: [{}] }, "{{name}} {}", ["name"]],
  ["{{#items}}{{name}}{{/items}}{{^items}}none{{/items}}", {}, "none", []],
  ["{{nothing}}{{empty}}{{no}}{{#no}}x{{/no}}", { nothing: null, empty: "", no: false }, "false", []],
  ["{{=<% %>=}}<% name %> {{name}}", {}, "{{name}} {{name}}", ["name"]],
])("%j keeps placeholders without a value, and lists them", (text, values, shown, names) => {
  const { messages, unset } = previewMessages([{ role: "user", content: text }], values);
  expect(messages).toEqual([{ role: "user", content: shown }]);
  expect([...unset]).toEqual(names);
});

test("every form of a variable without a value is marked", () => {
  const content = "{{name}} {{{name}}} {{#name}}x{{/name}}";
  const { places } = previewMessages([{ role: "user", content }], {});
  expect([...places]).toEqual(["{{name}}", "{{{name}}}", "{{#name}}…{{/name}}"]);
});

test("an invalid template is rejected with the position of the error", () => {
  expect(() => renderMessages([{ role: "user", content: "{{#open}}" }], {})).toThrow("Unclosed section");
});

test("variables are found in order, those with nested fields as JSON", () => {
  const messages: JsonValue[] = [
    { role: "system", content: "{{b}} {{a.x}} {{#list}}{{inner}}{{/list}}" },
    { role: "user", content: [{ type: "text", text: "{{a}} {{{c}}}" }] },
  ];
  expect(templateVariables(messages)).toEqual([
    { name: "b", language: "plaintext" },
    { name: "a", language: "json" },
    { name: "list", language: "json" },
    { name: "inner", language: "plaintext" },
    { name: "c", language: "plaintext" },
  ]);
});
