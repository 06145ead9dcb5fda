import type { ReactNode } from "react";
import { useEach } from "../../../api/use-each.ts";
import { recordStatistics } from "../../../generated/analytics.ts";
import type { ThreadHeadQuery } from "../../../generated/thread.ts";
import { useFormats } from "../../../messages/formats.ts";
import { InlineError } from "../../../ui/page-state.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { Outline } from "../outline/outline.ts";
import { useNarrow } from "../use-narrow.ts";
import styles from "./compare.module.css";
import { Delta, type FigureName, figureNames, ScoreDelta, useFigure } from "./delta.tsx";
import { useCompareText } from "./messages.ts";
import { haveSameAgents, type Outlines } from "./pair-rows.ts";

type Head = NonNullable<ThreadHeadQuery["threadDetail"]>;

export function CompareSummary({
  outlines,
  heads,
}: {
  readonly outlines: Outlines;
  readonly heads: { readonly before: Head | null; readonly after: Head | null };
}) {
  const t = useCompareText();
  const isNarrow = useNarrow();
  const figure = useFigure();
  const isNeutral = !haveSameAgents(outlines);
  const formats = useFormats();
  const before = figuresOf(outlines.before, heads.before);
  const after = figuresOf(outlines.after, heads.after);
  const { data, error, refetch } = useEach(
    recordStatistics,
    [heads.before, heads.after].map((head) => {
      const filters = [{ field: "id", operator: "eq" as const, value: head?.id ?? "" }];
      return { resource: "threads" as const, filters };
    }),
  );
  const [scoresBefore, scoresAfter] = data.map((each) => averagesOf(each?.statistics.scores ?? []));
  const scoreNames = [...new Set([...(scoresBefore?.keys() ?? []), ...(scoresAfter?.keys() ?? [])])].toSorted();
  const columns: readonly SummaryColumn[] = [
    ...figureNames.map((name) => ({
      key: name,
      head: t(name),
      before: figure(name, before[name]),
      after: figure(name, after[name]),
      difference: (
        <Delta
          name={name}
          before={before[name]}
          after={after[name]}
          isNeutral={isNeutral}
          share={isNarrow ? "only" : "added"}
        />
      ),
    })),
    ...scoreNames.map((name) => {
      const [old, fresh] = [scoresBefore?.get(name) ?? null, scoresAfter?.get(name) ?? null];
      return {
        key: `score ${name}`,
        head: (
          <span title={t("scoreHint")} className={styles.score}>
            <VisibleText text={name} />
          </span>
        ),
        before: formats.number(old),
        after: formats.number(fresh),
        difference: <ScoreDelta name={name} before={old} after={fresh} />,
      };
    }),
  ];
  // On a narrow screen, the figures are rows, so that they fit.
  return (
    <div className={styles.summary} role="region" aria-label={t("summary")} tabIndex={0}>
      {error && <InlineError error={error} onRetry={refetch} />}
      <table>
        <thead>
          <tr>
            <td />
            {(isNarrow ? sides : columns).map((each) => (
              <th key={typeof each === "string" ? each : each.key} scope="col">
                {typeof each === "string" ? t(each) : each.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {isNarrow
            ? columns.map((column) => (
                <tr key={column.key}>
                  <th scope="row">{column.head}</th>
                  {sides.map((side) => (
                    <td key={side}>{column[side]}</td>
                  ))}
                </tr>
              ))
            : sides.map((side) => (
                <tr key={side}>
                  <th scope="row">{t(side)}</th>
                  {columns.map((column) => (
                    <td key={column.key}>{column[side]}</td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

const sides = ["before", "after", "difference"] as const;

interface SummaryColumn extends Readonly<Record<(typeof sides)[number] | "head", ReactNode>> {
  readonly key: string;
}

function averagesOf(
  scores: readonly { readonly name: string; readonly average: number | null }[],
): ReadonlyMap<string, number> {
  return new Map(
    scores.flatMap(({ name, average }): [string, number][] => (average === null ? [] : [[name, average]])),
  );
}

function figuresOf(outline: Outline, head: Head | null): Readonly<Record<FigureName, number | null>> {
  return {
    stepCount: outline.size,
    duration: outline.size > 0 ? outline.end / 1000 : null,
    tokens: head?.tokenCount ?? null,
    cost: head?.cost ?? null,
    errors: outline.errorCount,
  };
}
