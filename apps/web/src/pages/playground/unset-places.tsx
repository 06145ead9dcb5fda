import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./playground-page.module.css";

/** In parentheses, so that what it matches stands at every odd place of a split. */
const anyPlace = /(\{\{\{?[^{}]*\}?\}\}(?:…\{\{[^{}]*\}\})?)/;

/** A rendered text in which the places without a value are marked. */
export function UnsetPlaces({ text, places }: { readonly text: string; readonly places: readonly string[] }) {
  return text.split(anyPlace).map((part, index) =>
    // Parts have no identity but their place.
    index % 2 === 1 && places.includes(part) ? (
      <mark key={index} className={styles.place}>
        <VisibleText text={part} />
      </mark>
    ) : (
      <VisibleText key={index} text={part} />
    ),
  );
}
