/** A piece of a text: what is seen as it is, or a run of signs that nobody would see. */
export interface TextPiece {
  readonly text: string;
  /** What stands for it, such as `U+202E` or `U+E0041×12`; null for what is seen. */
  readonly label: string | null;
}

/**
 * What shows nothing, yet turns the text around it, hides words from a reader, or parts what looks like one word: signs
 * that Unicode lets a font ignore, and control characters but for tab and line feeds.
 */
const hidden = String.raw`[\p{Default_Ignorable_Code_Point}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]`;
/** Where such signs belong: in emoji and flags, between letters that join, and for the form of an ideograph. */
const belonging = [
  String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)+`,
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
  String.raw`\p{Emoji}[\ufe0e\ufe0f]`,
  String.raw`[${["Arab", "Syrc", "Nkoo", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh", "Khmr", "Mymr", "Tibt"].map((script) => String.raw`\p{Script=${script}}`).join("")}][\u200c\u200d]`,
  String.raw`\p{Script=Han}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  String.raw`\p{Script=Mong}[\u180b-\u180f]`,
].join("|");

const anyHidden = new RegExp(hidden, "u");
const runs = new RegExp(`(?:${belonging})|(${hidden}+)`, "gu");

/** The pieces of a text, in order; one when nothing in it is hidden. */
export function piecesOf(text: string): TextPiece[] {
  if (!anyHidden.test(text)) return [{ text, label: null }];
  const pieces: TextPiece[] = [];
  let seen = 0;
  for (const match of text.matchAll(runs)) {
    const run = match[1];
    if (run === undefined) continue;
    if (match.index > seen) pieces.push({ text: text.slice(seen, match.index), label: null });
    pieces.push({ text: run, label: labelOf(run) });
    seen = match.index + run.length;
  }
  if (seen < text.length) pieces.push({ text: text.slice(seen), label: null });
  return pieces;
}

function labelOf(run: string): string {
  const signs = Array.from(run);
  const first = `U+${(run.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return signs.length === 1 ? first : `${first}×${signs.length}`;
}
