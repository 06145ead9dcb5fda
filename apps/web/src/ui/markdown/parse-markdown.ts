import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmAutolinkLiteralFromMarkdown } from "mdast-util-gfm-autolink-literal";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import { type MathRange, mathRangesOf, withoutMath } from "./math-ranges.ts";

export interface ParsedMarkdown {
  readonly root: Root;
  readonly formulas: readonly MathRange[];
}

/**
 * Markdown syntax that is not parsed, because models rarely intend it: HTML, indented code, setext headings and link
 * definitions. Link definitions would also be invisible.
 */
const disabled = ["htmlFlow", "htmlText", "codeIndented", "setextUnderline", "definition"];

/** Parses Markdown. Every node has its offsets in the text. */
export function parseMarkdown(text: string): ParsedMarkdown {
  const formulas = mathRangesOf(text);
  // The parser does not count a byte order mark at the start in its offsets. Replacing the mark with a letter makes the
  // offsets match `text`.
  const source = withoutMath(text, formulas).replace(/^\uFEFF/, "x");
  const root = fromMarkdown(source, {
    extensions: [
      { disable: { null: disabled } },
      gfmTable(),
      gfmStrikethrough({ singleTilde: false }),
      gfmAutolinkLiteral(),
    ],
    mdastExtensions: [
      gfmTableFromMarkdown(),
      gfmStrikethroughFromMarkdown(),
      // Without `transforms: []`, the extension would search the parsed text for URLs again, and create nodes without
      // offsets.
      { ...gfmAutolinkLiteralFromMarkdown(), transforms: [] },
    ],
  });
  return { root, formulas };
}
