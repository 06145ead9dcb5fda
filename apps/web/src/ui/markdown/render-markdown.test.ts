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

// Browser APIs that the UI messages use when they are imported.
vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("document", { documentElement: {} });
// Loads modules with Vite, because Node cannot load JSX and style sheets.
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

/** Returns the text without the characters that are shown as labels. */
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

test("comments and dashed lines are not headings, tags are not elements, and indented lines are not code", () => {
  const html = renderToStaticMarkup(
    createElement(MarkdownDocument, { text: "# comment\nx = 1\n---\n<context>\n    indented\n</context>" }),
  );
  expect(html).not.toMatch(/<h\d|<context|<pre|<hr/);
});

test("Markdown is formatted", () => {
  const html = renderToStaticMarkup(
    createElement(MarkdownDocument, {
      text: "**b** _i_ `c` [l](https://example.com)\n\n| a |\n| - |\n| 1 |\n\n```js\nx\n```\n$a_1$ costs $5 or $10.",
    }),
  );
  for (const tag of ["<strong", "<em", "<code", '<a href="https://example.com"', "<table", "<pre"])
    expect(html).toContain(tag);
  expect(html.match(/data-formula/g)).toHaveLength(1);
});
