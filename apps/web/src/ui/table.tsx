import { ArrowDown, ArrowUp } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { markHiddenColumns } from "./mark-hidden-columns.ts";
import { openRow } from "./open-row.ts";
import styles from "./table.module.css";
import { visibleString } from "../messages/hidden-characters.ts";
import { VisibleText } from "./visible-text.tsx";

export interface Column {
  readonly key: string;
  readonly label: string;
  readonly isNumber?: boolean | undefined;
  readonly sort?: ColumnSort | undefined;
}

export interface ColumnSort {
  /** Sort direction; null if the rows are sorted by another column. */
  readonly direction: "ascending" | "descending" | null;
  readonly onSort: () => void;
}

/** Maximum number of columns with the usual space between them. */
export const maxRoomy = 8;

/**
 * Table of records. A row's first link, marked `data-row`, opens the record. In a focused row, J, K and the arrow keys
 * move between rows.
 */
export function Table({
  label,
  columns,
  isStacked = false,
  children,
}: {
  readonly label: string;
  readonly columns: readonly Column[];
  /**
   * Whether narrow screens show each row as a card. The first cell is its title. The others have a `data-label`;
   * numbers, times and cells with `data-short` share lines, in which `data-wide` takes two of three places.
   * `data-actions` marks the cell of the buttons.
   */
  readonly isStacked?: boolean | undefined;
  readonly children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between rows while the region has the focus
    <div
      ref={markHiddenColumns}
      className={styles.frame}
      role="region"
      aria-label={label}
      tabIndex={0}
      onKeyDown={moveRow}
      onClick={openRow}
    >
      <table
        className={styles.table}
        data-stacked={isStacked || undefined}
        data-dense={columns.length > maxRoomy || undefined}
      >
        <thead>
          <tr>
            {columns.map(({ key, label: name, isNumber, sort }) => (
              <th
                key={key}
                scope="col"
                data-number={isNumber || undefined}
                aria-sort={sort && (sort.direction ?? "none")}
              >
                {sort ? <SortButton name={name} sort={sort} /> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Name of a column that sorts the table when clicked. */
export function SortButton({ name, sort }: { readonly name: string; readonly sort: ColumnSort }) {
  return (
    <button type="button" className={styles.sort} onClick={sort.onSort}>
      <span className={styles.sortName} title={name}>
        {name}
      </span>
      {sort.direction === "ascending" && <ArrowUp size={12} aria-hidden />}
      {sort.direction === "descending" && <ArrowDown size={12} aria-hidden />}
    </button>
  );
}

/**
 * Description below the name of a record, cut after two lines, or after one line with `isOneLine`. A tooltip has the
 * full text.
 */
export function RowAbout({ text, isOneLine }: { readonly text: string | null; readonly isOneLine?: boolean }) {
  return text === null || text === "" ? null : (
    <p className={styles.about} data-one-line={isOneLine} title={visibleString(text)}>
      <VisibleText text={text} />
    </p>
  );
}

/** Fields in which arrow keys and letters do not move between rows. */
export const typedFields = "input:not([type=checkbox]), textarea";

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

function moveRow(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const { target } = event;
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
  if (target.matches(typedFields)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const current = rows.findIndex((row) => row.closest("tr")?.contains(target));
  const next = current === -1 ? rows[step === 1 ? 0 : rows.length - 1] : rows[current + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
