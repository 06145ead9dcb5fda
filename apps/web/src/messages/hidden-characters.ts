export interface TextPiece {
  readonly text: string;
  /** Label of invisible characters, such as `U+202E` or `U+E0041×12`; null for visible text. */
  readonly label: string | null;
}

/** Matches an invisible character that can reorder, hide or split text. Tabs and line breaks do not match. */
const anyHidden = /\p{Default_Ignorable_Code_Point}|(?![\t\n\r])\p{Cc}/u;
/**
 * Matches invisible characters. Flags, emoji, joined letters and ideograph variants need such characters: the first
 * alternatives match them without the capture group, so that they are not marked. The last alternative captures a run
 * of characters to mark.
 */
const runs =
  /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?\u200d(?=\p{Extended_Pictographic})|\p{Emoji}[\ufe0e\ufe0f]|[\p{Script=Arab}\p{Script=Syrc}\p{Script=Nkoo}\p{Script=Deva}\p{Script=Beng}\p{Script=Guru}\p{Script=Gujr}\p{Script=Orya}\p{Script=Taml}\p{Script=Telu}\p{Script=Knda}\p{Script=Mlym}\p{Script=Sinh}\p{Script=Khmr}\p{Script=Mymr}\p{Script=Tibt}][\u200c\u200d]|\p{Script=Han}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|\p{Script=Mong}[\u180b-\u180f]|((?:\p{Default_Ignorable_Code_Point}|(?![\t\n\r])\p{Cc})+)/gu;

/** Makes invisible characters visible, like `VisibleText`, in plain strings: titles, tooltips, labels and options. */
export function visibleString(text: string): string {
  if (!anyHidden.test(text)) return text;
  return piecesOf(text)
    .map((piece) => (piece.label === null ? piece.text : `[${piece.label}]`))
    .join("");
}

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
