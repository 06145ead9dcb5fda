import { useFormats } from "../../messages/formats.ts";
import type { ComparedRow } from "./compared-row.ts";
import styles from "./experiments-page.module.css";
import { useExperimentsText } from "./messages.ts";

/** First cell of a row: its number, as a button that opens the row. */
export function RowNumber({ row, onOpen }: { readonly row: ComparedRow; readonly onOpen: (row: ComparedRow) => void }) {
  const t = useExperimentsText();
  const formats = useFormats();
  return (
    <td data-label={t("number")}>
      <button
        type="button"
        data-row="open"
        className={styles.open}
        aria-label={t("openRow", { row: row.number })}
        onClick={() => onOpen(row)}
      >
        {formats.number(row.number)}
      </button>
    </td>
  );
}
