/** A formula in a text: its range, and the TeX between its delimiters. */
export interface MathRange {
  readonly start: number;
  readonly end: number;
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** Maximum length of a formula to render, in characters. */
const maxLength = 2_000;

/**
 * Matches the formulas `$$…$$`, `\[…\]`, `\(…\)` and `$…$`. A formula in single dollars must not start or end with a
 * space, and no letter or digit may follow it. This excludes prices, such as in `$5 or $10`. A formula contains neither
 * code nor an empty line.
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

/** Matches text in single dollars that is probably a formula: a single letter, or text with operators or TeX syntax. */
const looksLikeTex = /[\\^_=+<>|]|^[A-Za-z]$|^[A-Za-z0-9]+\s*[-*/(]\s*[A-Za-z0-9]/;

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

/**
 * Replaces each character of a formula with the letter `x`, so that the Markdown parser finds no syntax inside
 * formulas. Offsets in the text stay the same.
 */
export function withoutMath(text: string, ranges: readonly MathRange[]): string {
  let masked = "";
  let seen = 0;
  for (const { start, end } of ranges) {
    masked += text.slice(seen, start) + "x".repeat(end - start);
    seen = end;
  }
  return masked + text.slice(seen);
}
