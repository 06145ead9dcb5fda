import { ArrowDown } from "lucide-react";
import styles from "./group-table.module.css";

export function SortHeader({
  text,
  isSorted,
  onSort,
}: {
  readonly text: string;
  readonly isSorted: boolean;
  /** Null if the rows cannot be sorted by the column. */
  readonly onSort: (() => void) | null;
}) {
  return (
    <th scope="col" aria-sort={isSorted ? "descending" : undefined}>
      {onSort === null ? (
        text
      ) : (
        <button type="button" className={styles.sort} onClick={onSort}>
          {text}
          {isSorted && <ArrowDown size={12} aria-hidden />}
        </button>
      )}
    </th>
  );
}
