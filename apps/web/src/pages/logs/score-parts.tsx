import { useEach } from "../../api/use-each.ts";
import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";
import { scoreBounds } from "../../generated/logs.ts";
import { useFormats } from "../../messages/formats.ts";
import { InlineError, LoadingState } from "../../ui/page-state.tsx";
import { useScoreScale } from "../dashboard/use-score-scale.ts";
import { FacetChoices } from "./facet-choices.tsx";
import styles from "./facet-rail.module.css";
import { FacetRow } from "./facet-row.tsx";
import type { Condition } from "./filters/condition.ts";
import { filterFields } from "./filters/filter-fields.ts";
import { useFiltersText } from "./filters/messages.ts";
import { halvesOf, withRange, withoutRange } from "./filters/score-ranges.ts";
import { type ScoreChoice, type ScoreChoices, useScoreChoices } from "./filters/use-score-choices.ts";
import type { LogResource } from "./log-resource.ts";
import { conditionsAround } from "./use-facets.ts";

interface ScorePartsProps {
  readonly resource: LogResource;
  readonly name: string;
  readonly conditions: readonly Condition[];
  readonly query: string | undefined;
  readonly filters: readonly Condition[];
  readonly onChange: (filters: readonly Condition[]) => void;
}

/** Labels of a score, or two ranges of its values if it has none. */
export function ScoreParts(props: ScorePartsProps) {
  const choices = useScoreChoices(props.name, true);
  if (choices.isLoading) return <LoadingState />;
  if (choices.labels.length > 0) return <ScoreLabels {...props} labels={choices.labels} />;
  return <ScoreRanges {...props} choices={choices} />;
}

const limit = 50;

function ScoreLabels({
  labels,
  resource,
  name,
  conditions,
  query,
  ...rest
}: ScorePartsProps & { readonly labels: readonly ScoreChoice[] }) {
  const facet = { field: "scoreLabel", path: name } as const;
  const filters = conditionsAround(resource, conditions, facet);
  const { data, error, refetch, isPlaceholderData } = useOperation(
    recordFacets,
    { resource, filters, query, fields: [facet], limit },
    { keepsPrevious: true },
  );
  const counted = data?.facets.facets[0];
  if (error && counted === undefined) return <InlineError error={error} onRetry={() => void refetch()} />;
  if (counted === undefined) return <LoadingState />;
  const isComplete = counted.valueCount <= counted.values.length;
  const counts = new Map(counted.values.map(({ value, count }) => [value, count]));
  const values = labels.map(({ label }) => {
    return { value: label, json: label, count: counts.get(label) ?? (isComplete ? 0 : null) };
  });
  return (
    <div className={styles.counted} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
      <FacetChoices {...rest} resource={resource} facet={{ ...counted, values }} showsUnmatched />
    </div>
  );
}

function ScoreRanges({
  resource,
  name,
  conditions,
  query,
  filters,
  onChange,
  choices: { minimum, maximum },
}: ScorePartsProps & { readonly choices: ScoreChoices }) {
  const t = useFiltersText();
  const formats = useFormats();
  const scaleFor = useScoreScale();
  const isBounded = minimum !== null && maximum !== null;
  const named = [{ field: "name", operator: "eq" as const, value: name }];
  const { data, error, refetch } = useOperation(scoreBounds, { filters: named }, { enabled: !isBounded });
  const known = [data?.lowest, data?.highest].flatMap((found) => found?.edges.map(({ node }) => node.value) ?? []);
  const field = filterFields[resource].find(({ path }) => path === "score")?.name ?? "";
  const [low, high] = isBounded ? [minimum, maximum] : (scaleFor(name, known).bounds ?? known);
  const ranges = low === undefined || high === undefined ? [] : halvesOf({ field, path: name }, [low, high]);
  const around = withoutRange(conditions, { field, path: name });
  const counts = useEach(
    recordFacets,
    // Only the number of records is read, but one field is required.
    ranges.map((range) => ({
      resource,
      filters: [...around, range],
      query,
      fields: [{ field: "environment" as const }],
      limit: 1,
    })),
  );
  if (error && !data) return <InlineError error={error} onRetry={() => void refetch()} />;
  if (counts.error) return <InlineError error={counts.error} onRetry={counts.refetch} />;
  if (!isBounded && !data) return <LoadingState />;
  if (ranges.length === 0) return <p className={styles.note}>{t("noValues")}</p>;
  const count = (index: number): number | undefined => counts.data[index]?.facets.recordCount;
  const most = Math.max(...ranges.map((_range, index) => count(index) ?? 0), 1);
  return (
    <ul className={styles.values}>
      {ranges.map((range, index) => (
        <li key={range.operator} className={styles.item}>
          <FacetRow
            isChosen={withRange(filters, range).isChosen}
            count={count(index)}
            most={most}
            onClick={() => onChange(withRange(filters, range).toggled)}
          >
            {t(`operator_${range.operator}`)} {formats.number(range.value)}
          </FacetRow>
        </li>
      ))}
    </ul>
  );
}
