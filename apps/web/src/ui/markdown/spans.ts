import type { Nodes } from "mdast";
import type { MathRange } from "./math-ranges.ts";
import { parseMarkdown } from "./parse-markdown.ts";

export interface Span {
  readonly node: Nodes;
  readonly start: number;
  readonly end: number;
  readonly children: readonly Span[];
}

export interface Source {
  readonly text: string;
  readonly formulas: readonly MathRange[];
  /**
   * Level of each heading for screen readers, which may differ from the Markdown level. For example, `###` as the first
   * heading has level 2.
   */
  readonly headingLevels: ReadonlyMap<Nodes, number>;
  /** Whether lines start with the syntax of a quotation (`>`) or list (spaces). */
  readonly isNested: boolean;
}

/** Maximum nesting depth of formatting. */
const maxDepth = 60;

/** Parses Markdown into spans that cover the whole text. */
export function readSpans(text: string): { readonly root: Span; readonly source: Source } {
  const { root: parsed, formulas } = parseMarkdown(text);
  const root = { ...spanOf(parsed, 0), start: 0, end: text.length };
  return { root, source: { text, formulas, headingLevels: new Map(headingLevels([root])), isNested: false } };
}

/**
 * Yields each heading with its level for screen readers. Levels start at 2, because the page title has level 1. No
 * level is skipped: `####` after a heading of level 2 gets level 3. `before` is the level of the heading before
 * `spans`. Returns the level of the last heading.
 */
function* headingLevels(spans: readonly Span[], before = 1): Generator<[Nodes, number], number> {
  let last = before;
  for (const { node, children } of spans) {
    if (node.type === "heading") {
      last = Math.min(node.depth, last) + 1;
      yield [node, last];
    } else {
      last = yield* headingLevels(children, last);
    }
  }
  return last;
}

function spanOf(node: Nodes, depth: number): Span {
  const start = node.position?.start.offset ?? 0;
  const given = "children" in node && depth < maxDepth ? node.children : [];
  const children = given.map((child) => spanOf(child, depth + 1));
  return { node, start, end: Math.max(node.position?.end.offset ?? 0, children.at(-1)?.end ?? 0), children };
}
