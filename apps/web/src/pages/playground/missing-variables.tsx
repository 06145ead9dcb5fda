import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./playground-page.module.css";

/** Rendered text in which variables without a value are marked. */
export function MissingVariables({ text, places }: { readonly text: string; readonly places: readonly string[] }) {
  return piecesOf(text, places).map((piece, index) =>
    // The pieces of a text have no ids, so the index is the key.
    places.includes(piece) ? (
      <mark key={index} className={styles.place}>
        <VisibleText text={piece} />
      </mark>
    ) : (
      <VisibleText key={index} text={piece} />
    ),
  );
}

/**
 * Splits a text at `places`, the placeholders of missing variables, and keeps the placeholders as parts of the result.
 * Splits at longer placeholders first, because `{{{name}}}` contains `{{name}}`.
 */
function piecesOf(text: string, places: readonly string[]): string[] {
  const longestFirst = places.toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce(
    (pieces, place) =>
      pieces.flatMap((piece) =>
        places.includes(piece)
          ? [piece]
          : piece.split(place).flatMap((part, index) => (index === 0 ? [part] : [place, part])),
      ),
    [text],
  );
}
