import { VisibleText } from "../../ui/visible-text.tsx";

const lead = 12;

/**
 * Text with highlighted matches, ignoring case and white space. Omits most of the text before the first match, so that
 * the match is visible in little space.
 */
export function Marked({
  text,
  part,
  isJson = false,
}: {
  readonly text: string;
  readonly part: string | undefined;
  /** Whether the text may be JSON, in which keys are not highlighted. */
  readonly isJson?: boolean;
}) {
  const words = part?.trim().split(/\s+/).filter(Boolean) ?? [];
  if (words.length === 0) return <VisibleText text={text} />;
  // A match inside a JSON key is not highlighted. A key is recognized by the quote and the colon that follow it.
  const outsideKeys = isJson ? String.raw`(?!(?:[^"\\]|\\.)*":)` : "";
  const pattern = new RegExp(`(${words.map(escaped).join("\\s+")})${outsideKeys}`, "giu");
  // With a capturing group, `split` returns the matches at odd indexes.
  const [first = "", ...rest] = text.split(pattern);
  const pieces = [rest.length > 0 ? endOf(first) : first, ...rest];
  const parts = pieces.map((piece, index) => {
    // oxlint-disable-next-line react/no-array-index-key -- pieces are identified by their index
    return index % 2 === 1 ? (
      <mark key={index}>
        <VisibleText text={piece} />
      </mark>
    ) : (
      <VisibleText key={index} text={piece} />
    );
  });
  return parts;
}

function escaped(word: string): string {
  return word.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}

/** Returns the end of a text, starting with a whole word if possible. */
function endOf(text: string): string {
  if (text.length <= lead * 2) return text;
  // A cut can leave half of a surrogate pair, which is not a character.
  const end = text.slice(-lead).replace(/^[\uDC00-\uDFFF]/, "");
  return `…${end.slice(end.indexOf(" ") + 1)}`;
}
