import { Link, useParams } from "@tanstack/react-router";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { ErrorState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { generationsOf } from "./generations-of.ts";
import { usePromptsText } from "./messages.ts";
import type { PromptLineage } from "./prompt-lineage.ts";
import styles from "./prompts-page.module.css";
import { useGenerationFigures } from "./use-generation-figures.ts";
import { scoredGenerations } from "./use-generation-scores.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

const shownVersions = 20;

export function MetricsPanel({ lineage }: { readonly lineage: PromptLineage }) {
  const t = usePromptsText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/prompts/$name" });
  const versions = lineage.versions.slice(0, shownVersions);
  const filters = versions.map(({ version }) => generationsOf(lineage.name, version));
  const { data, error, refetch } = useGenerationFigures(filters);
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <>
      <p className={styles.muted}>{t("scoresAbout", { count: scoredGenerations })}</p>
      {lineage.versionCount > versions.length && (
        <p className={styles.muted}>{t("newestOnly", { count: versions.length })}</p>
      )}
      <Table
        label={t("metrics")}
        isStacked
        columns={[
          { key: "version", label: t("versionColumn") },
          { key: "count", label: t("count"), isNumber: true },
          { key: "errors", label: t("errors"), isNumber: true },
          { key: "latency", label: t("latency"), isNumber: true },
          { key: "firstToken", label: t("firstToken"), isNumber: true },
          { key: "tokens", label: t("tokens"), isNumber: true },
          { key: "cost", label: t("cost"), isNumber: true },
          { key: "scores", label: t("scores") },
        ]}
      >
        {versions.map(({ version }, index) => {
          const figures = data[index]?.statistics;
          const { ttFirstTokenP50: firstToken = null } = figures ?? {};
          return (
            <tr key={version} aria-busy={!figures}>
              <td data-label={t("versionColumn")} title={figures?.isEstimate ? t("estimate") : undefined}>
                {t("versionShort", { version })}
                {figures?.isEstimate && " ≈"}
              </td>
              <td data-label={t("count")} data-number>
                <Link
                  to="/projects/$projectId/logs/$resource"
                  params={{ projectId, resource: "generations" }}
                  search={{ filters: generationsOf(lineage.name, version) }}
                >
                  {formats.number(figures?.recordCount)}
                </Link>
              </td>
              <td data-label={t("errors")} data-number>
                {figures !== undefined && figures.errorCount > 0 ? (
                  <Link
                    to="/projects/$projectId/logs/$resource"
                    params={{ projectId, resource: "generations" }}
                    search={{
                      filters: [
                        ...generationsOf(lineage.name, version),
                        { field: "error", operator: "nis" as const, value: null },
                      ],
                    }}
                  >
                    {formats.number(figures.errorCount)} ({formats.percent(figures.errorCount / figures.recordCount)})
                  </Link>
                ) : (
                  formats.number(figures?.errorCount)
                )}
              </td>
              <td data-label={t("latency")} data-number>
                {formats.duration(figures?.latencyP50)} / {formats.duration(figures?.latencyP95)}
              </td>
              <td data-label={t("firstToken")} data-number>
                {formats.duration(firstToken === null ? null : firstToken / 1000)}
              </td>
              <td data-label={t("tokens")} data-number>
                {formats.compact(figures?.tokenCount)}
              </td>
              <td data-label={t("cost")} data-number>
                {formats.cost(figures?.cost)}
              </td>
              <td data-label={t("scores")}>
                <span className={styles.scores}>
                  {data[index]?.scores?.length === 0 && "–"}
                  {data[index]?.scores?.map(({ name, count, average }) => (
                    <Badge key={name} title={t("scoreCount", { count })}>
                      <VisibleText text={name} /> {formats.number(average)}
                    </Badge>
                  ))}
                </span>
              </td>
            </tr>
          );
        })}
      </Table>
    </>
  );
}
