import { VisibleText } from "../../ui/visible-text.tsx";

/** So much of what precedes the first mark stays where there is little room. */
const lead = 12;

/**
 * A text with each occurrence of a part of it marked, whatever the case and the white space. It begins shortly before the first
 * one, so that a narrow place shows it.
 */
export function Marked({
  text,
  part,
  isJson = false,
}: {
  readonly text: string;
  readonly part: string | undefined;
  /** Whether the text may be JSON, whose keys are not marked. */
  readonly isJson?: boolean;
}) {
  const words = part?.trim().split(/\s+/).filter(Boolean) ?? [];
  if (words.length === 0) return <VisibleText text={text} />;
  // The rest of a key: nothing but its text up to the quote, and the colon.
  const outsideKeys = isJson ? String.raw`(?!(?:[^"\\]|\\.)*":)` : "";
  const pattern = new RegExp(`(${words.map(escaped).join("\\s+")})${outsideKeys}`, "giu");
  // A split by a group has what matched at every odd place.
  const [first = "", ...rest] = text.split(pattern);
  const pieces = [rest.length > 0 ? endOf(first) : first, ...rest];
  return pieces.map((piece, index) => {
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text have no other name
    return index % 2 === 1 ? (
      <mark key={index}>
        <VisibleText text={piece} />
      </mark>
    ) : (
      <VisibleText key={index} text={piece} />
    );
  });
}

function escaped(word: string): string {
  return word.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}

/** The end of a text, from the beginning of a word where one is near. */
function endOf(text: string): string {
  if (text.length <= lead * 2) return text;
  // Half of a pair of surrogates is no letter.
  const end = text.slice(-lead).replace(/^[\uDC00-\uDFFF]/, "");
  return `…${end.slice(end.indexOf(" ") + 1)}`;
}
