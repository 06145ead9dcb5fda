import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { Facts } from "../../ui/facts.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { PromptLink } from "../thread/inspector/prompt-link.tsx";
import { type ComparedRow, figureNames } from "./compared-row.ts";
import type { ComparedRun } from "./compared-run.ts";
import { paramsOf, paramText } from "./experiment-params.ts";
import styles from "./experiments-page.module.css";
import { formatFigure } from "./format-figure.ts";
import { useExperimentsText } from "./messages.ts";
import { isFailed } from "./result-rows.ts";
import { summarizeFigure } from "./run-figures.ts";

/** Figures and parameters of a single experiment. Marks parameters that have changed since the previous experiment. */
export function ExperimentFacts({
  projectId,
  run,
  rows,
  previous,
}: {
  readonly projectId: string;
  readonly run: ComparedRun;
  readonly rows: readonly ComparedRow[];
  /** Parameters of the previous experiment on the same dataset; undefined without one. */
  readonly previous: Pick<ComparedRun, "params"> | undefined;
}) {
  const t = useExperimentsText();
  const formats = useFormats();
  const failedCount = rows.filter(isFailed).length;
  const figures = figureNames.flatMap((name) => summarizeFigure(rows, { name, column: 0, base: 0 }));
  const cost = figures.find(({ name }) => name === "cost");
  const params = paramsOf(run);
  const promptId = run.promptExperimentId ?? run.promptId;
  return (
    <>
      <Facts
        facts={[
          {
            label: t("items"),
            value: (
              <>
                {formats.number(rows.length)}{" "}
                {failedCount > 0 && <Badge tone="danger">{t("failedItems", { count: failedCount })}</Badge>}
              </>
            ),
          },
          ...figures.map(({ name, average }) => ({
            label: t(perItem[name]),
            value: formatFigure(formats, name, average),
          })),
          ...(cost ? [{ label: t("totalCost"), value: formats.cost(cost.total) }] : []),
          ...(run.datasetVersion === null
            ? []
            : [{ label: t("datasetVersion"), value: formats.number(run.datasetVersion) }]),
          ...(promptId === null
            ? []
            : [{ label: t("prompt"), value: <PromptLink projectId={projectId} id={promptId} /> }]),
          {
            label: t("created"),
            value: <span title={formats.dateTime(run.createdAt)}>{formats.relativeTime(run.createdAt)}</span>,
          },
        ]}
      />
      {params.length > 0 && (
        <section aria-label={t("parameters")}>
          <Facts
            facts={params.map(([name]) => {
              const value = paramText(run, name);
              const before = previous ? paramText(previous, name) : value;
              return {
                label: name,
                value: (
                  <span className={styles.parameter}>
                    <span title={visibleString(value)}>
                      <VisibleText text={paramText(run, name, 60)} />
                    </span>
                    {before !== value && (
                      <Badge tone="accent" title={visibleString(before)}>
                        {before === "" ? t("notSetBefore") : t("valueBefore", { value: before })}
                      </Badge>
                    )}
                  </span>
                ),
              };
            })}
          />
        </section>
      )}
    </>
  );
}

const perItem = { latency: "latencyPerItem", tokens: "tokensPerItem", cost: "costPerItem" } as const;
