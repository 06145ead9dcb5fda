import type { ReactNode } from "react";
import { defineMessages } from "../../messages/define-messages.ts";
import { shownDifference } from "../../messages/format-number.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import type { Direction } from "../../ui/change-tone.ts";
import { Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { ChangeBadge } from "./change-badge.tsx";
import type { ValueKind } from "./charts.ts";
import styles from "./comparison-table.module.css";
import { formatValue } from "./use-value-formats.ts";

const useComparisonText = defineMessages("comparison", {
  en: { figure: "Figure", change: "Change", points: "{{value}} points" },
  de: { figure: "Kennzahl", change: "Änderung", points: "{{value}} Punkte" },
});

/** A figure of two sets of records. A value is null if it is unknown, and undefined while it loads. */
export interface ComparedFigure {
  readonly name: string;
  readonly kind: ValueKind;
  readonly before: number | null | undefined;
  readonly after: number | null | undefined;
  readonly direction: Direction;
  /** Number of values from which each average is computed. Absent if the figure is not an average. */
  readonly counts?: readonly [before: number, after: number];
  /** Shows whether the change may be chance. If set, the table also shows the absolute difference. */
  readonly verdict?: ReactNode;
  /** Wraps the text of a cell, for example in a link. Default: the text itself. */
  readonly cellOf?: (side: 0 | 1, content: string) => ReactNode;
}

export function ComparisonTable(props: {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly figures: readonly ComparedFigure[];
}) {
  const t = useComparisonText();
  const formats = useFormats();
  const figures = props.figures.map((figure) => ({
    ...figure,
    write: (value: number | null | undefined) => formatValue(formats, figure.kind, value),
    // The unit of a difference between percentages is percentage points.
    writeDifference: (before: number, after: number) =>
      figure.kind === "rate"
        ? t("points", { value: formats.number(Math.abs(shownDifference(before * 100, after * 100, 1))) })
        : formatValue(
            formats,
            figure.kind,
            Math.abs(figure.kind === "number" ? shownDifference(before, after) : after - before),
          ),
  }));
  return (
    <Table
      isStacked
      label={visibleString(props.label)}
      columns={[
        { key: "figure", label: t("figure") },
        { key: "before", label: props.before, isNumber: true },
        { key: "after", label: props.after, isNumber: true },
        { key: "change", label: t("change"), isNumber: true },
      ]}
    >
      {figures.map(({ name, before, after, direction, counts, verdict, cellOf, write, writeDifference }) => (
        <tr key={name} aria-busy={before === undefined || after === undefined}>
          <td data-label={t("figure")}>
            <VisibleText text={name} />
          </td>
          {([0, 1] as const).map((side) => (
            <td key={side} data-number data-label={[props.before, props.after][side]}>
              <span>
                {cell([before, after][side], { side, write, cellOf })}
                {counts?.[side] ? <small className={styles.count}> × {formats.compact(counts[side])}</small> : null}
              </span>
            </td>
          ))}
          <td data-number data-label={t("change")}>
            <span>
              {verdict && <span className={styles.verdict}>{verdict}</span>}
              <ChangeBadge
                // If both values are formatted as the same text, passes `before` twice, so that the badge shows no
                // change.
                value={(write(after) === write(before) ? before : after) ?? null}
                before={before ?? null}
                direction={direction}
                isInTable
              />
              {verdict && before != null && after != null && write(after) !== write(before) && (
                <small className={styles.count}>
                  {" "}
                  ({after > before ? "+" : "−"}
                  {writeDifference(before, after)})
                </small>
              )}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function cell(
  value: number | null | undefined,
  {
    side,
    write,
    cellOf,
  }: {
    readonly side: 0 | 1;
    readonly write: (value: number | null | undefined) => string;
    readonly cellOf: ComparedFigure["cellOf"];
  },
): ReactNode {
  const text = write(value);
  return cellOf && value != null ? cellOf(side, text) : text;
}

interface AverageScore {
  readonly name: string;
  readonly average: number | null;
  readonly count: number;
}

export function scoreFigures(options: {
  readonly before: readonly AverageScore[] | undefined;
  readonly after: readonly AverageScore[] | undefined;
  readonly directionOf: (name: string) => Direction;
}): ComparedFigure[] {
  const { before = [], after = [], directionOf } = options;
  const names = [...new Set([...before, ...after].map(({ name }) => name))].toSorted();
  const find = (scores: typeof before, name: string) => scores.find((each) => each.name === name);
  return names.map((name) => ({
    name,
    kind: "number",
    before: find(before, name)?.average ?? null,
    after: find(after, name)?.average ?? null,
    counts: [find(before, name)?.count ?? 0, find(after, name)?.count ?? 0],
    direction: directionOf(name),
  }));
}

/** Returns `part` divided by `whole`; null if a value is unknown, or if `whole` is 0. */
export function ratioOf(part: number | null | undefined, whole: number | null | undefined): number | null {
  return part == null || whole == null || whole === 0 ? null : part / whole;
}
