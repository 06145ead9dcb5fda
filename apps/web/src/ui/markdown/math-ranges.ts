/** A formula in a text: the whole of it, and the TeX between its delimiters. */
export interface MathRange {
  readonly start: number;
  readonly end: number;
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** Longest formula that is rendered, in characters. */
const maxLength = 2_000;

/**
 * `$$…$$`, `\[…\]`, `\(…\)` and `$…$`. Single dollars hold no space at their inner sides and no digit follows them, so that
 * prices are no formulas. No formula crosses code or an empty line.
 */
const formulas = new RegExp(
  [
    String.raw`(?<![\\$])\$\$(?!\$)(?<block>(?:[^$\x60\\\n]|\\[^\n]|\n(?!\s*\n)){1,${maxLength}}?)\$\$(?!\$)`,
    String.raw`(?<!\\)\\\[(?<bracket>(?:[^\x60\\\n]|\\(?![\][()])|\n(?!\s*\n)){1,${maxLength}}?)\\\]`,
    String.raw`(?<!\\)\\\((?<paren>(?:[^\x60\\\n]|\\(?![\][()])){1,${maxLength}}?)\\\)`,
    String.raw`(?<![\\$\w])\$(?![\s$])(?<inline>(?:[^$\x60\\\n]|\\[^\n]){1,200}?)(?<!\s)\$(?![\d$\w])`,
  ].join("|"),
  "g",
);

/** Content between single dollars that is a formula: more than words, or a single letter. */
const looksLikeTex = /[\\^_=+<>|]|^[A-Za-z]$|^[A-Za-z0-9]+\s*[-*/(]\s*[A-Za-z0-9]/;

/** The formulas of a text, in order. */
export function mathRangesOf(text: string): MathRange[] {
  if (!/\$|\\[([]/.test(text)) return [];
  return [...text.matchAll(formulas)].flatMap((match) => {
    const { block, bracket, paren, inline } = match.groups ?? {};
    const tex = block ?? bracket ?? paren ?? inline ?? "";
    if (tex.trim() === "" || (inline !== undefined && !looksLikeTex.test(inline))) return [];
    const isDisplay = block !== undefined || bracket !== undefined;
    return [{ start: match.index, end: match.index + match[0].length, tex, isDisplay }];
  });
}

/** The text with a letter for each character of its formulas, which Markdown leaves alone; all offsets stay. */
export function withoutMath(text: string, ranges: readonly MathRange[]): string {
  let masked = "";
  let seen = 0;
  for (const { start, end } of ranges) {
    masked += text.slice(seen, start) + "x".repeat(end - start);
    seen = end;
  }
  return masked + text.slice(seen);
}
