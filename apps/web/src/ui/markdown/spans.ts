import type { Nodes } from "mdast";
import type { MathRange } from "./math-ranges.ts";
import { parseMarkdown } from "./parse-markdown.ts";

/** A node with its range in the text. */
export interface Span {
  readonly node: Nodes;
  readonly start: number;
  readonly end: number;
  readonly children: readonly Span[];
}

export interface Source {
  readonly text: string;
  readonly formulas: readonly MathRange[];
  /** Whether lines start with the marks of a quotation or with the indentation of a list. */
  readonly isNested: boolean;
}

/** Maximum nesting depth of formatting. */
const maxDepth = 60;

/** Parses Markdown. The result covers the whole text. */
export function readSpans(text: string): { readonly root: Span; readonly source: Source } {
  const { root, formulas } = parseMarkdown(text);
  return { root: { ...spanOf(root, 0), start: 0, end: text.length }, source: { text, formulas, isNested: false } };
}

function spanOf(node: Nodes, depth: number): Span {
  const start = node.position?.start.offset ?? 0;
  const given = "children" in node && depth < maxDepth ? node.children : [];
  const children = given.map((child) => spanOf(child, depth + 1));
  return { node, start, end: Math.max(node.position?.end.offset ?? 0, children.at(-1)?.end ?? 0), children };
}
