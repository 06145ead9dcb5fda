import { Plus, X } from "lucide-react";
import { memo, useId, useState } from "react";
import { useFormats } from "../../messages/formats.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useStoredState } from "../../ui/use-stored-state.ts";
import { FacetChoices } from "./facet-choices.tsx";
import styles from "./facet-rail.module.css";
import type { Facet } from "./facet.ts";
import type { Condition } from "./filters/condition.ts";
import { useFiltersText } from "./filters/messages.ts";
import type { LogResource } from "./log-resource.ts";
import { useFacets } from "./use-facets.ts";
import { useHold } from "./use-hold.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { visibleString } from "../../messages/hidden-characters.ts";

const AllValues = onDemand(async () => (await import("./facet-search.tsx")).AllValues);
const ValueFacet = onDemand(async () => (await import("./value-facet.tsx")).ValueFacet);
const ScoreParts = onDemand(async () => (await import("./score-parts.tsx")).ScoreParts);
const PathForm = onDemand(async () => (await import("./path-form.tsx")).PathForm);

/**
 * Most frequent values of the list's fields, with their counts. A click on a value filters the list. Values with
 * matches keep their order while the pointer or the focus is on them.
 */
export const FacetRail = memo(function FacetRail({
  resource,
  conditions,
  query,
  filters,
  onChange,
}: {
  readonly resource: LogResource;
  readonly conditions: readonly Condition[];
  readonly query: string | undefined;
  readonly filters: readonly Condition[];
  readonly onChange: (filters: readonly Condition[]) => void;
}) {
  const t = useFiltersText();
  const [paths, setPaths] = useStoredState(`facets.${resource}`, readPaths);
  const [isHeld, holding] = useHold();
  const { facets, isNothing, isEstimate, isStale, isLoading, error, refetch } = useFacets({
    resource,
    conditions,
    query,
    paths: resource === "scores" ? [] : paths,
    isHeld,
  });
  if (error && facets.length === 0) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isLoading) return <LoadingState />;
  return (
    <div className={styles.rail} aria-busy={isStale} data-stale={isStale || undefined} {...holding}>
      {isEstimate && <p className={styles.note}>{t("estimate")}</p>}
      {facets
        .filter((facet) => facet.values.length > 0 || facet.field === "metadata")
        .map((facet) =>
          facet.field === "value" ? (
            <ValueFacet key="value" {...{ facet, conditions, query, filters, onChange }} />
          ) : (
            <FacetValues
              key={`${facet.field} ${facet.path ?? ""}`}
              facet={facet}
              resource={resource}
              conditions={conditions}
              query={query}
              filters={filters}
              isHeld={isHeld}
              showsUnmatched={isNothing}
              onChange={onChange}
              onRemove={facet.path === null ? null : () => setPaths(paths.filter((path) => path !== facet.path))}
            />
          ),
        )}
      {resource !== "scores" && (
        <AddPath resource={resource} onAdd={(path) => setPaths([...new Set([...paths, path])])} />
      )}
    </div>
  );
});

function FacetValues({
  facet,
  resource,
  conditions,
  query,
  filters,
  isHeld,
  showsUnmatched,
  onChange,
  onRemove,
}: {
  readonly facet: Facet;
  readonly resource: LogResource;
  readonly conditions: readonly Condition[];
  readonly query: string | undefined;
  readonly filters: readonly Condition[];
  readonly isHeld: boolean;
  readonly showsUnmatched: boolean;
  readonly onChange: (filters: readonly Condition[]) => void;
  readonly onRemove: (() => void) | null;
}) {
  const t = useFiltersText();
  const formats = useFormats();
  const id = useId();
  const name = facet.path ?? t(`facet_${facet.field}`);
  const more = facet.valueCount - facet.values.filter(({ count }) => count !== 0).length;
  const [isOpen, setIsOpen] = useState(false);
  const partsOf =
    facet.field === "scoreName"
      ? (score: string) => <ScoreParts name={score} {...{ resource, conditions, query, filters, onChange }} />
      : undefined;
  const choices = { filters, onChange, partsOf };
  return (
    <div role="group" aria-labelledby={id}>
      <div className={styles.title}>
        <h2 id={id} title={visibleString(name)}>
          <VisibleText text={name} />
        </h2>
        {onRemove && (
          <IconButton size="small" label={t("removeFacet", { name })} onClick={onRemove}>
            <X size={12} />
          </IconButton>
        )}
      </div>
      {facet.values.length === 0 && <p className={styles.note}>{t("noValues")}</p>}
      {isOpen ? (
        <AllValues
          resource={resource}
          facet={facet}
          conditions={conditions}
          query={query}
          isHeld={isHeld}
          {...choices}
        />
      ) : (
        <FacetChoices resource={resource} facet={facet} showsUnmatched={showsUnmatched} {...choices} />
      )}
      {(more > 0 || isOpen || facet.hadMore) && (
        <Button
          size="small"
          look="plain"
          className={more > 0 || isOpen ? undefined : styles.unmatched}
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t("fewerValues") : t("otherValues", { count: more, formatted: formats.number(more) })}
        </Button>
      )}
    </div>
  );
}

function AddPath({ resource, onAdd }: { readonly resource: LogResource; readonly onAdd: (path: string) => void }) {
  const t = useFiltersText();
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) {
    return (
      <PathForm
        resource={resource}
        onSubmit={(path) => {
          if (path !== "") onAdd(path);
          setIsOpen(false);
        }}
      />
    );
  }
  return (
    <Button size="small" look="plain" className={styles.add} onClick={() => setIsOpen(true)}>
      <Plus size={14} aria-hidden />
      {t("addMetadata")}
    </Button>
  );
}

function readPaths(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((path): path is string => typeof path === "string") : [];
}
