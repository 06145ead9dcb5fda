import { Link, useParams } from "@tanstack/react-router";
import { ChevronDown, ChevronUp, Pencil } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useEach } from "../../api/use-each.ts";
import { useOperation } from "../../api/use-request.ts";
import { scoreBin, scoreSchemaUse } from "../../generated/score-schemas.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { buttonClass, IconButton } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { LogSearch } from "../logs/log-search.ts";
import { ScoreCharts } from "../evaluators/score-charts.tsx";
import { useScoreSchemasText } from "./messages.ts";
import type { StoredSchema } from "./schema-draft.ts";
import { SchemaUsers } from "./schema-users.tsx";
import styles from "./schema-use.module.css";
import { binFilters, valueBins } from "./value-bins.ts";

type Filters = NonNullable<LogSearch["filters"]>;

interface Bar {
  readonly name: string;
  readonly count: number;
  /**
   * Filters that select the scores which this bar counts. The name of the score is selected separately. Null if the bar
   * counts all scores with the name.
   */
  readonly filters: Filters | null;
}

export function SchemaUse({
  schema,
  choices,
  onEdit,
  onPrevious,
  onNext,
  onClose,
}: {
  readonly schema: StoredSchema;
  /** Labels or range of the schema's values. */
  readonly choices: ReactNode;
  /** Null if the user may not change the schema. */
  readonly onEdit: (() => void) | null;
  /** Open another schema of the list; null at its ends. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly onClose: () => void;
}) {
  const t = useScoreSchemasText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/score-schemas" });
  const { name } = schema;
  const named = { field: "name", operator: "eq", value: name } as const;
  const { data, error, refetch } = useOperation(scoreSchemaUse, { filters: [named], listFilters: [named] });
  const newest = data?.scores.edges[0]?.node.createdAt;
  const values = useMemo(() => data?.scores.edges.map(({ node }) => node.value) ?? [], [data]);
  const { recordCount = 0, isEstimate = false, scores = [] } = data?.statistics ?? {};
  const facets = new Map(data?.facets.facets.map((facet) => [facet.field, facet]));
  const barsOf = (field: "type" | "scorer" | "label", textOf: (value: string) => string = String): Bar[] => {
    const { values: found = [], missingCount = 0 } = facets.get(field) ?? {};
    return [
      ...found.map(({ value, count }) => ({
        name: textOf(value),
        count,
        filters: [{ field, operator: "eq" as const, value }],
      })),
      ...(missingCount === 0
        ? []
        : [
            {
              name: t(field === "label" ? "withoutLabel" : "withoutScorer"),
              count: missingCount,
              filters: [{ field, operator: "is" as const, value: null }],
            },
          ]),
    ];
  };
  return (
    <SidePanel
      title={name}
      name="score-schemas.use"
      onClose={onClose}
      actions={
        <>
          <Link
            className={buttonClass({ look: "plain", size: "small" })}
            to="/projects/$projectId/logs/$resource"
            params={{ projectId, resource: "scores" }}
            search={{ filters: [named] }}
          >
            {t("openScores")}
          </Link>
          {onEdit && (
            <IconButton label={t("edit", { name })} size="small" onClick={onEdit}>
              <Pencil size={14} />
            </IconButton>
          )}
          <IconButton size="small" label={t("previousSchema")} disabled={!onPrevious} onClick={() => onPrevious?.()}>
            <ChevronUp size={16} />
          </IconButton>
          <IconButton size="small" label={t("nextSchema")} disabled={!onNext} onClick={() => onNext?.()}>
            <ChevronDown size={16} />
          </IconButton>
        </>
      }
    >
      <div className={styles.content}>
        {schema.description !== null && (
          <p>
            <VisibleText text={schema.description} />
          </p>
        )}
        <Facts
          facts={[
            { label: t("type"), value: t(schema.type) },
            { label: t(schema.categories ? "choices" : "values"), value: choices },
            { label: t("direction"), value: t(schema.direction) },
          ]}
        />
        <SchemaUsers schema={schema} />
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !data && <LoadingState shape="chart" />}
        {data && recordCount === 0 && <EmptyState drawing="chart" title={t("noScores")} />}
        {data && recordCount > 0 && (
          <>
            <Facts
              facts={[
                { label: t("count"), value: formats.number(recordCount) },
                { label: t("average"), value: formats.number(scores[0]?.average) },
              ]}
            />
            {isEstimate && <p className={styles.muted}>{t("estimate")}</p>}
            <ScoreCharts layout="course" source={{ field: "name", id: name }} title={t("course")} newest={newest} />
            {schema.categories ? (
              <Bars title={t("distribution")} bars={barsOf("label")} name={name} />
            ) : (
              <ValueBars schema={schema} values={values} />
            )}
            <Bars title={t("sources")} bars={barsOf("type", (type) => t(`type_${type}` as "type_AI"))} name={name} />
            <Bars title={t("scorers")} bars={barsOf("scorer")} name={name} />
          </>
        )}
      </div>
    </SidePanel>
  );
}

function ValueBars({ schema, values }: { readonly schema: StoredSchema; readonly values: readonly number[] }) {
  const t = useScoreSchemasText();
  const formats = useFormats();
  const bins = valueBins(schema, values);
  const filters = binFilters(schema.name, bins);
  const { data, error, refetch } = useEach(
    scoreBin,
    filters.map((each) => ({ filters: each })),
  );
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (data.includes(undefined)) return <LoadingState shape="chart" />;
  const bars = bins.map(({ from, to }, index) => ({
    name: from === to ? formats.number(from) : t("range", { from: formats.number(from), to: formats.number(to) }),
    count: data[index]?.statistics.recordCount ?? 0,
    filters: filters[index]?.slice(1) ?? null,
  }));
  return <Bars title={t("distribution")} bars={bars} name={schema.name} />;
}

function Bars({ title, bars, name }: { readonly title: string; readonly bars: readonly Bar[]; readonly name: string }) {
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/score-schemas" });
  const all = Math.max(
    bars.reduce((sum, { count }) => sum + count, 0),
    1,
  );
  if (bars.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={styles.bars}>
        {bars.map((bar) => (
          <li key={bar.name}>
            <Link
              className={styles.row}
              to="/projects/$projectId/logs/$resource"
              params={{ projectId, resource: "scores" }}
              search={{ filters: [{ field: "name", operator: "eq", value: name }, ...(bar.filters ?? [])] }}
              preload={false}
            >
              <span className={styles.name} title={visibleString(bar.name)}>
                <VisibleText text={bar.name} />
              </span>
              <span className={styles.track}>
                <span className={styles.bar} style={{ width: `${(bar.count / all) * 100}%` }} />
              </span>
              <span className={styles.count}>
                {formats.number(bar.count)} · {formats.percent(bar.count / all)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
