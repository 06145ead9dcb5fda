import { Fragment } from "react";
import { piecesOf } from "../messages/hidden-characters.ts";
import { useUiText } from "./messages.ts";
import styles from "./visible-text.module.css";

/** Text from users. Invisible characters are shown as labels, so that they have no effect. */
export function VisibleText({ text }: { readonly text: string }) {
  const pieces = piecesOf(text);
  if (pieces.length === 1 && pieces[0]?.label === null) return text;
  return pieces.map((piece, index) =>
    // Pieces have no ids, so the index is the key.
    piece.label === null ? (
      <Fragment key={index}>{piece.text}</Fragment>
    ) : (
      <HiddenSign key={index} label={piece.label} />
    ),
  );
}

/** Label of an invisible character. CSS renders it, so that searching and copying skip it. */
function HiddenSign({ label }: { readonly label: string }) {
  const t = useUiText();
  const name = t("hiddenSign", { label });
  return <span className={styles.sign} role="img" aria-label={name} title={name} data-sign={label} />;
}
