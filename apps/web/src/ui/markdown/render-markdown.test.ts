import { assert, property } from "fast-check";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createServer } from "vite";
import { afterAll, expect, test, vi } from "vitest";
import { generatedPrompt } from "../../../test/generated-prompts.ts";
import { fuzzSeed } from "../../../../../packages/server/test/test-inputs.ts";
import { piecesOf } from "../../messages/hidden-characters.ts";
import type * as Code from "./highlighted-code.tsx";
import type * as Documents from "./markdown-document.tsx";

// The UI messages use this browser API when they are imported.
vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("document", { documentElement: {} });
// Node cannot load JSX and style sheets, so Vite loads the modules.
const vite = await createServer({
  configFile: false,
  root: import.meta.dirname,
  logLevel: "error",
  appType: "custom",
  server: { middlewareMode: true, ws: false, watch: null },
});
afterAll(() => vite.close());
const load = async <Module>(name: string): Promise<Module> => (await vite.ssrLoadModule(`/${name}`)) as Module;
const { MarkdownDocument } = await load<typeof Documents>("markdown-document.tsx");
const { HighlightedCode } = await load<typeof Code>("highlighted-code.tsx");

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

function textOf(node: ReactNode): string {
  return renderToStaticMarkup(node)
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&([^;]+);/g, (_, name: string) => named[name] ?? "?");
}

/** Removes the hidden characters that the page replaces by labels. */
function visible(text: string): string {
  return piecesOf(text)
    .map((piece) => (piece.label === null ? piece.text : ""))
    .join("");
}

const markdown = (text: string): string => textOf(createElement(MarkdownDocument, { text }));

test("the text content of rendered Markdown equals the source", () => {
  assert(
    property(generatedPrompt, (text) => {
      expect(markdown(text)).toBe(visible(text));
    }),
    { numRuns: 300, seed: fuzzSeed },
  );
});

test("the text content of highlighted code equals the source", () => {
  for (const language of ["python", "ts", "json", "xml", "bash", "sql", "markdown", "diff", "no-language"]) {
    assert(
      property(generatedPrompt, (code) => {
        expect(textOf(createElement(HighlightedCode, { code, language }))).toBe(visible(code));
      }),
      { numRuns: 20, seed: fuzzSeed },
    );
  }
});

test("deeply nested and unclosed Markdown is shown in full", () => {
  for (const text of [
    "> ".repeat(3_000),
    "[".repeat(5_000),
    "- ".repeat(500),
    "*a".repeat(5_000),
    "$$\n".repeat(999),
  ]) {
    expect(markdown(text)).toBe(text);
  }
});

/** Renders Markdown to HTML. Removes class names, and the Markdown syntax, which the page keeps as invisible text. */
function drawn(text: string): string {
  const html = renderToStaticMarkup(createElement(MarkdownDocument, { text }));
  return html.replaceAll(/<span class="[^"]*drawn[^"]*"[^>]*>[^<]*<\/span>/gu, "").replaceAll(/ class="[^"]*"/gu, "");
}

test("dashed lines are not headings, tags are not elements, and indented lines are not code", () => {
  const html = drawn("x = 1\n---\n<context>\n    indented\n</context>");
  expect(html).not.toMatch(/<h\d|heading|<context|<pre|<hr/);
  expect(html).toContain("<p>&lt;context&gt;\n    indented\n&lt;/context&gt;</p>");
});

test("headings start at level 2 of the page and skip no level", () => {
  const html = drawn("### a\n\n> # b\n> ###### c\n\n- #### d\n\n## e\n\n# f");
  const levels = [...html.matchAll(/aria-level="(\d)"[^>]*>(.)/g)].map(([, level, text]) => `${text}${level}`);
  expect(levels).toEqual(["a2", "b2", "c3", "d4", "e3", "f2"]);
});

test("Markdown is drawn, and its markup takes no space", () => {
  const html = drawn(
    [
      "## Title ##",
      "**b** _i_ ~~d~~ `c` \\*escaped\\*",
      "- one\n- two\n  - nested\n\n3. third\n7. seventh",
      "> A quotation\n> of **two** lines.",
      "| a |\n| - |\n| 1 |",
      "```js title\nx\n```",
      "---",
      "$a_1$ costs $5 or $10.",
    ].join("\n\n"),
  );
  for (const part of [
    '<div role="heading" aria-level="2" data-depth="2">Title</div>',
    "<p><strong>b</strong> <em>i</em> <del>d</del> <code>c</code> *escaped*</p>",
    '<ul dir="auto"><li><p>one</p></li><li><p>two</p><ul dir="auto"><li><p>nested</p></li></ul></li></ul>',
    '<ol dir="auto"><li value="3"><p>third</p></li><li value="7"><p>seventh</p></li></ol>',
    '<blockquote dir="auto"><p>A quotation\nof <strong>two</strong> lines.</p></blockquote>',
    "<table><tbody><tr><th>a</th></tr><tr><td>1</td></tr></tbody></table>",
    'data-language="js title"',
    '<div role="separator"></div>',
    "costs $5 or $10.",
  ])
    expect(html).toContain(part);
  expect(html.match(/data-formula/g)).toHaveLength(1);
});

test("code in a list has neither the indentation of the list nor fences", () => {
  expect(drawn("1. Run\n   ```\n   if a:\n     b\n   ```\n2. Then")).toContain("<code>if a:\n  b</code>");
});

test("a link opens only web and mail addresses, and shows an address that differs from its text", () => {
  const link = (url: string, text: string): string =>
    `<a href="${url}" title="${url}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`;
  expect(drawn("[docs](https://example.com/a)")).toContain(`<p>${link("https://example.com/a", "docs")}</p>`);
  expect(drawn("[example.com/a](https://www.example.com/a)")).not.toContain("](");
  for (const text of ["https://bank.example", "bank.example", "Go to www.bank.example/login"])
    expect(drawn(`[${text}](https://evil.example)`)).toContain("](https://evil.example)");
  for (const url of ["javascript:alert(1)", "data:text/html,x", "/relative", "vbscript:x", "file:///etc/passwd"]) {
    expect(drawn(`[press](${url})`)).not.toContain("<a");
    expect(drawn(`[press](${url})`)).toContain(`](${url})`);
    expect(drawn(`![press](${url})`)).not.toMatch(/<a|<img/);
  }
  expect(drawn("![a chart](https://example.com/c.png)")).toContain(link("https://example.com/c.png", "a chart"));
});
