import { useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";
import { useFormats } from "../../messages/formats.ts";
import { StaleFrame } from "../../ui/list-frame.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { FacetChoices, type FacetChoicesProps } from "./facet-choices.tsx";
import { countAgain, type Facet } from "./facet.ts";
import styles from "./facet-rail.module.css";
import type { Condition } from "./filters/condition.ts";
import { useFiltersText } from "./filters/messages.ts";
import { conditionsAround } from "./use-facets.ts";

const limit = 200;

export function AllValues({
  conditions,
  query,
  isHeld,
  ...choices
}: FacetChoicesProps & {
  readonly conditions: readonly Condition[];
  readonly query: string | undefined;
  /** If true, the shown values and their order stay the same, and only the counts of the values are updated. */
  readonly isHeld: boolean;
}) {
  const t = useFiltersText();
  const formats = useFormats();
  const { resource, facet } = choices;
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const { data, error, refetch, isPlaceholderData } = useOperation(
    recordFacets,
    {
      resource,
      filters: conditionsAround(resource, conditions, facet),
      query,
      fields: [{ field: facet.field, path: facet.path, ...(search !== "" && { search }) }],
      limit,
    },
    { keepsPrevious: true },
  );
  const counted = data?.facets.facets[0];
  const [held, setHeld] = useState<{ readonly search: string; readonly facet: Facet } | null>(null);
  if (!isHeld && held !== null) setHeld(null);
  if (isHeld && held?.search !== search && counted && !isPlaceholderData) setHeld({ search, facet: counted });
  const found = held?.search === search ? countAgain(held.facet, counted) : counted;
  const more = found ? found.valueCount - found.values.length : 0;
  return (
    <>
      <SearchField label={t("searchValues")} value={text} onChange={setText} />
      {error && !found ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : found === undefined ? (
        <LoadingState />
      ) : (
        <StaleFrame isStale={isPlaceholderData || search !== text.trim()}>
          <div className={styles.all}>
            {found.values.length === 0 ? (
              <p className={styles.note}>{t("noValues")}</p>
            ) : (
              <FacetChoices {...choices} facet={found} />
            )}
            {more > 0 && (
              <p className={styles.note}>{t("valuesLeft", { count: more, formatted: formats.number(more) })}</p>
            )}
          </div>
        </StaleFrame>
      )}
    </>
  );
}
