/** Texts with an equal start of this length may look alike when they are cut. */
const longStart = 12;
/** Number of equal characters that are kept with the part that differs. */
const kept = 4;

/**
 * Divides the texts of a list that start alike. The end, in which they differ, can then be shown even if there is not
 * enough space for the whole text. The start of other texts is empty.
 */
export function divideTexts(texts: readonly string[]): readonly { readonly start: string; readonly end: string }[] {
  return texts.map((text, index) => {
    const equal = Math.max(0, ...texts.map((other, place) => (place === index ? 0 : equalLength(text, other))));
    const cut = equal < longStart ? 0 : cutBefore(text, equal);
    return { start: text.slice(0, cut), end: text.slice(cut) };
  });
}

/** Returns where the kept characters before `index` start: after a separator, if there is one. */
function cutBefore(text: string, index: number): number {
  const at = index - kept;
  const after = text.slice(at - 1, index).search(/[-_./: @]/u);
  if (after >= 0) return at + after;
  // A character outside of the basic plane has two units, which must stay together.
  return /[\uDC00-\uDFFF]/u.test(text.charAt(at)) ? at - 1 : at;
}

function equalLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charAt(length) === other.charAt(length)) length += 1;
  return length;
}
