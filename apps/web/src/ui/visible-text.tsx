import { Fragment } from "react";
import { piecesOf } from "../messages/hidden-signs.ts";
import { useUiText } from "./messages.ts";
import styles from "./visible-text.module.css";

/** A text of a stranger in which every sign that nobody would see is named in its place, and does nothing. */
export function VisibleText({ text }: { readonly text: string }) {
  const pieces = piecesOf(text);
  if (pieces.length === 1 && pieces[0]?.label === null) return text;
  return pieces.map((piece, index) =>
    // The pieces of a text have no identity but their place.
    piece.label === null ? (
      <Fragment key={index}>{piece.text}</Fragment>
    ) : (
      <HiddenSign key={index} label={piece.label} />
    ),
  );
}

/** What stands for a sign; it is drawn, so that it is no part of what is found or copied. */
function HiddenSign({ label }: { readonly label: string }) {
  const t = useUiText();
  const name = t("hiddenSign", { label });
  return <span className={styles.sign} role="img" aria-label={name} title={name} data-sign={label} />;
}
