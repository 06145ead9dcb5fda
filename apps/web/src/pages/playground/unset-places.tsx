import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./playground-page.module.css";

/** A rendered text in which the places without a value are marked. */
export function UnsetPlaces({ text, places }: { readonly text: string; readonly places: readonly string[] }) {
  return piecesOf(text, places).map((piece, index) =>
    // Pieces have no identity but their place.
    places.includes(piece) ? (
      <mark key={index} className={styles.place}>
        <VisibleText text={piece} />
      </mark>
    ) : (
      <VisibleText key={index} text={piece} />
    ),
  );
}

/** A text, parted before and behind each place; of two places where one is part of the other, the longer one counts. */
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
