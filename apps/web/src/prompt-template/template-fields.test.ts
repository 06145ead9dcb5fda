import type { JsonValue } from "@threadline/schema/sdk";
import { expect, test } from "vitest";
import { renderMessages } from "./render-messages.ts";
import { templateFields } from "./template-fields.ts";

const fieldsOf = (text: string) => templateFields([{ role: "user", content: text }]);

test("names in a section belong to its items, and are looked up outside only if missing there", () => {
  expect(fieldsOf("{{#pages}}## {{title}}{{#parts}}{{text}}{{/parts}}{{/pages}} {{question}}")).toEqual([
    {
      name: "pages",
      language: "json",
      use: "section",
      example: [{ title: "…", parts: [{ text: "…" }] }],
      sections: [],
    },
    { name: "title", language: "plaintext", use: "value", example: "", sections: ["pages"] },
    { name: "parts", language: "json", use: "value", example: "", sections: ["pages"] },
    { name: "text", language: "plaintext", use: "value", example: "", sections: ["pages › parts"] },
    { name: "question", language: "plaintext", use: "value", example: "…", sections: [] },
  ]);
});

test("a name that is also used outside of a section is a separate variable", () => {
  expect(fieldsOf("{{shop}} {{#pages}}{{shop}}{{/pages}}").map(({ name, sections }) => [name, sections])).toEqual([
    ["shop", []],
    ["pages", []],
  ]);
});

test.each<[string, unknown]>([
  ["{{#isVip}}Thank you{{/isVip}}", { name: "isVip", use: "section", example: true }],
  ["{{#tags}}- {{.}}{{/tags}}", { name: "tags", use: "section", example: ["…"] }],
  ["{{^pages}}No page{{/pages}}", { name: "pages", use: "inverted", language: "plaintext" }],
  ["{{#pages}}x{{/pages}}{{^pages}}No {{what}}{{/pages}}", { name: "pages", use: "section" }],
  ["{{user.name.first}} {{user.age}}", { name: "user", use: "value", example: { name: { first: "…" }, age: "…" } }],
  ["{{#user.orders}}{{id}}{{/user.orders}}", { name: "user", use: "value", example: { orders: [{ id: "…" }] } }],
  ["{{{raw}}}", { name: "raw", use: "value", example: "…" }],
])("the first field of %s has the expected use and example", (text, field) => {
  expect(fieldsOf(text)[0]).toMatchObject(field as object);
});

test("names in an inverted section belong to the outer scope", () => {
  expect(fieldsOf("{{#pages}}x{{/pages}}{{^pages}}No {{what}}{{/pages}}")[1]).toMatchObject({
    name: "what",
    sections: [],
  });
});

test("the example renders every part of the template", () => {
  const text = "{{#pages}}[{{title}}{{#tags}}<{{.}}>{{/tags}}{{#isNew}}!{{/isNew}}]{{/pages}}{{user.name}}";
  const messages: JsonValue[] = [{ role: "user", content: text }];
  const values = Object.fromEntries(
    templateFields(messages).flatMap(({ name, sections, example }) => (sections.length > 0 ? [] : [[name, example]])),
  );
  expect(renderMessages(messages, values)).toEqual([{ role: "user", content: "[…<…>!]…" }]);
});
