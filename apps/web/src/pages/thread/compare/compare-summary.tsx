import type { ThreadHeadQuery } from "../../../generated/thread.ts";
import type { Outline } from "../outline/outline.ts";
import styles from "./compare.module.css";
import { Delta, type FigureName, figureNames, useFigure } from "./delta.tsx";
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
  const figure = useFigure();
  const isNeutral = !haveSameAgents(outlines);
  const before = figuresOf(outlines.before, heads.before);
  const after = figuresOf(outlines.after, heads.after);
  return (
    <div className={styles.summary} role="region" aria-label={t("summary")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {figureNames.map((name) => (
              <th key={name} scope="col">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(["before", "after"] as const).map((side) => (
            <tr key={side}>
              <th scope="row">{t(side)}</th>
              {figureNames.map((name) => (
                <td key={name}>{figure(name, (side === "before" ? before : after)[name])}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{t("difference")}</th>
            {figureNames.map((name) => (
              <td key={name}>
                <Delta name={name} before={before[name]} after={after[name]} isNeutral={isNeutral} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
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
