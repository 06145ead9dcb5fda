import { expect, test } from "vitest";
import { renderContent, renderText } from "./prompt-template.ts";

test("renderText renders variables without HTML escapes", () => {
  expect(renderText("{{a}} {{{a}}} {{&a}}", { a: `It's <b> & "c"` })).toBe(
    `It's <b> & "c" It's <b> & "c" It's <b> & "c"`,
  );
});

test("renderText renders sections, lists and conditions", () => {
  const template = "{{#items}}- {{.}}\n{{/items}}{{^items}}none{{/items}}{{#user}}{{name}}{{/user}}";
  expect(renderText(template, { items: ["a", "b"], user: { name: "Ada" } })).toBe("- a\n- b\nAda");
  expect(renderText(template, { items: [] })).toBe("none");
});

test("renderText leaves a missing variable empty and writes an object as JSON", () => {
  expect(renderText("[{{missing}}] {{object}} {{number}}", { object: { a: [1] }, number: 0 })).toBe('[] {"a":[1]} 0');
});

test.each([
  "{{constructor}}",
  "{{__proto__}}",
  "{{#toString}}x{{/toString}}",
  "{{a.constructor.name}}",
  "{{a.b.length}}",
])("inherited properties are not variables: %j", (template) => {
  expect(renderText(template, { a: { b: { c: 1 } } })).toBe("");
});

test("a variable may have the name of an inherited property", () => {
  const variables = JSON.parse('{"constructor":"a","__proto__":"b","list":[{"toString":"c"}],"text":"four"}') as object;
  const template = "{{constructor}}{{__proto__}}{{#list}}{{toString}}{{constructor}}{{/list}}{{text.length}}";
  expect(renderText(template, { ...variables })).toBe("abca4");
});

test("renderContent renders the text parts of a message and keeps its images", () => {
  const image = { type: "image_url" as const, image_url: "https://example.com/{{a}}.png" };
  expect(renderContent([{ type: "text", text: "Hi {{a}}" }, image], { a: "Ada" })).toStrictEqual([
    { type: "text", text: "Hi Ada" },
    image,
  ]);
  expect(renderContent(null, {})).toBeNull();
});
