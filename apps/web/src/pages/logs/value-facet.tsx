import { useId } from "react";
import { useEach } from "../../api/use-each.ts";
import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";
import { scoreBounds } from "../../generated/logs.ts";
import { scoreBin } from "../../generated/score-schemas.ts";
import { useFormats } from "../../messages/formats.ts";
import { useScoreScale } from "../dashboard/use-score-scale.ts";
import { binFilters, valueBins } from "../score-schemas/value-bins.ts";
import { InlineError, LoadingState } from "../../ui/page-state.tsx";
import type { Facet } from "./facet.ts";
import { FacetChoices } from "./facet-choices.tsx";
import { FacetRow } from "./facet-row.tsx";
import styles from "./facet-rail.module.css";
import type { Condition } from "./filters/condition.ts";
import { useFiltersText } from "./filters/messages.ts";
import { conditionsAround } from "./use-facets.ts";

interface ValueFacetProps {
  readonly facet: Facet;
  readonly conditions: readonly Condition[];
  readonly query: string | undefined;
  readonly filters: readonly Condition[];
  readonly onChange: (filters: readonly Condition[]) => void;
}

/**
 * Distribution of the values of scores. Up to {@link maxListed} different values are listed one by one. More values are
 * divided into ranges.
 */
export function ValueFacet(props: ValueFacetProps) {
  const t = useFiltersText();
  const id = useId();
  const name = nameIn(props.conditions);
  return (
    <div role="group" aria-labelledby={id}>
      <div className={styles.title}>
        <h2 id={id}>{t("facet_value")}</h2>
      </div>
      {name !== null ? (
        <ValuesOfName key={name} {...props} name={name} />
      ) : isComplete(props.facet) ? (
        <ListedValues {...props} />
      ) : (
        <p className={styles.note}>{t("selectName")}</p>
      )}
    </div>
  );
}

/**
 * Distribution of the values of the scores with one name. It requests the values itself, because those in `facet` are
 * outdated: they do not change while the user works with the facets, not even when the user selects another name.
 */
function ValuesOfName(props: ValueFacetProps & { readonly name: string }) {
  const { facet, conditions, query } = props;
  const { data, error, refetch, isPlaceholderData } = useOperation(
    recordFacets,
    {
      resource: "scores",
      filters: conditionsAround("scores", conditions, facet),
      query,
      fields: [{ field: "value" }],
      limit: maxListed,
    },
    { keepsPrevious: true },
  );
  const [counted] = data?.facets.facets ?? [];
  if (error && counted === undefined) return <InlineError error={error} onRetry={() => void refetch()} />;
  if (counted === undefined) return <LoadingState />;
  return (
    <div className={styles.counted} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
      {isComplete(counted) ? <ListedValues {...props} facet={counted} /> : <ValueRanges {...props} />}
    </div>
  );
}

function ListedValues({ facet, ...props }: ValueFacetProps) {
  const values = facet.values.toSorted((one, other) => Number(one.value) - Number(other.value));
  return <FacetChoices {...props} resource="scores" facet={{ ...facet, values }} />;
}

/** Maximum number of different values that are listed one by one. */
const maxListed = 8;

function isComplete({ valueCount, values }: Facet): boolean {
  return valueCount <= values.length;
}

function ValueRanges({
  facet,
  conditions,
  query,
  filters,
  onChange,
  name,
}: ValueFacetProps & { readonly name: string }) {
  const t = useFiltersText();
  const formats = useFormats();
  const scaleFor = useScoreScale();
  const around = conditionsAround("scores", conditions, facet);
  const bounds = useOperation(scoreBounds, { filters: around, query }, { keepsPrevious: true });
  const { data } = bounds;
  const known = [data?.lowest, data?.highest].flatMap((found) => found?.edges.map(({ node }) => node.value) ?? []);
  const [minimum = null, maximum = null] = scaleFor(name, known).bounds ?? [];
  const bins = valueBins({ minimum, maximum }, known);
  // Drops the condition on the name from each range, because `around` already contains that condition.
  const ranges = binFilters(name, bins).map(([_name, ...range]): readonly Condition[] => range);
  const counts = useEach(
    scoreBin,
    ranges.map((range) => ({ filters: [...around, ...range], query })),
  );
  const count = (index: number): number | undefined => counts.data[index]?.statistics.recordCount;
  const most = Math.max(...bins.map((_bin, index) => count(index) ?? 0), 1);
  if (bounds.error && !data) return <InlineError error={bounds.error} onRetry={() => void bounds.refetch()} />;
  if (counts.error) return <InlineError error={counts.error} onRetry={counts.refetch} />;
  if (!data) return <LoadingState />;
  return (
    <ul
      className={styles.values}
      aria-busy={bounds.isPlaceholderData}
      data-stale={bounds.isPlaceholderData || undefined}
    >
      {bins.map(({ from, to }, index) => {
        const range = ranges[index] ?? [];
        const isChosen = isRangeChosen(filters, range);
        return (
          <li key={from} className={styles.item}>
            <FacetRow
              isChosen={isChosen}
              count={count(index)}
              most={most}
              onClick={() => {
                const others = filters.filter(({ field }) => field !== "value");
                onChange(isChosen ? others : [...others, ...range]);
              }}
            >
              {from === to
                ? formats.number(from)
                : t("valueRange", { from: formats.number(from), to: formats.number(to) })}
            </FacetRow>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the score name that the conditions select; null if they do not select exactly one. */
function nameIn(conditions: readonly Condition[]): string | null {
  const [named, ...others] = conditions.filter(({ field }) => field === "name");
  if (named === undefined || others.length > 0 || (named.operator !== "eq" && named.operator !== "in")) return null;
  const [name, ...more] = [named.value].flat();
  return typeof name === "string" && more.length === 0 ? name : null;
}

function isRangeChosen(filters: readonly Condition[], range: readonly Condition[]): boolean {
  const chosen = filters.filter(({ field }) => field === "value");
  return (
    chosen.length === range.length &&
    range.every(({ operator, value }) => chosen.some((each) => each.operator === operator && each.value === value))
  );
}
