import { Check, Plus, X } from "lucide-react";
import { useId, useState } from "react";
import type { FacetField } from "../../generated/analytics.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useStoredState } from "../../ui/use-stored-state.ts";
import styles from "./facet-rail.module.css";
import type { Condition } from "./filters/condition.ts";
import { isFacetChosen, selectOnlyFacet, toggleFacet } from "./filters/facet-condition.ts";
import { useFiltersText } from "./filters/messages.ts";
import type { LogResource } from "./log-resource.ts";
import { type Facet, useFacets } from "./use-facets.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { visibleString } from "../../messages/hidden-characters.ts";

const PathForm = onDemand(async () => (await import("./path-form.tsx")).PathForm);

/** Most frequent values of fields, with their counts. A click on a value filters the list. */
export function FacetRail({
  resource,
  conditions,
  query,
  filters,
  onChange,
}: {
  readonly resource: LogResource;
  /** All conditions of the list. */
  readonly conditions: readonly Condition[];
  readonly query: string | undefined;
  /** Conditions that are shown as chips. */
  readonly filters: readonly Condition[];
  readonly onChange: (filters: readonly Condition[]) => void;
}) {
  const t = useFiltersText();
  const [paths, setPaths] = useStoredState(`facets.${resource}`, readPaths);
  const { facets, isEstimate, isStale, isLoading, error, refetch } = useFacets({
    resource,
    conditions,
    query,
    paths: resource === "scores" ? [] : paths,
  });
  if (error && facets.length === 0) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isLoading) return <LoadingState />;
  return (
    <div className={styles.rail} aria-busy={isStale} data-stale={isStale || undefined}>
      {isEstimate && <p className={styles.note}>{t("estimate")}</p>}
      {facets
        .filter((facet) => facet.values.length > 0 || facet.field === "metadata")
        .map((facet) => (
          <FacetValues
            key={`${facet.field} ${facet.path ?? ""}`}
            facet={facet}
            resource={resource}
            filters={filters}
            onChange={onChange}
            onRemove={facet.path === null ? null : () => setPaths(paths.filter((path) => path !== facet.path))}
          />
        ))}
      {resource !== "scores" && (
        <AddPath resource={resource} onAdd={(path) => setPaths([...new Set([...paths, path])])} />
      )}
    </div>
  );
}

function FacetValues({
  facet,
  resource,
  filters,
  onChange,
  onRemove,
}: {
  readonly facet: Facet;
  readonly resource: LogResource;
  readonly filters: readonly Condition[];
  readonly onChange: (filters: readonly Condition[]) => void;
  readonly onRemove: (() => void) | null;
}) {
  const t = useFiltersText();
  const formats = useFormats();
  const id = useId();
  const name = facet.path ?? t(`facet_${facet.field}`);
  const more = facet.valueCount - facet.values.length;
  const most = Math.max(...facet.values.map(({ count }) => count), 1);
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
      <ul className={styles.values}>
        {facet.values.map(({ value, json, count }) => {
          const choice = { field: facet.field, path: facet.path, value, json };
          const isChosen = isFacetChosen(resource, filters, choice);
          return (
            <li key={value} className={styles.item}>
              <button
                type="button"
                className={styles.value}
                aria-pressed={isChosen}
                onClick={() => onChange(toggleFacet(resource, filters, choice))}
              >
                <span className={styles.share} style={{ width: `${(count / most) * 100}%` }} />
                <span className={styles.box}>{isChosen && <Check size={10} aria-hidden />}</span>
                <span className={styles.text} title={visibleString(value)}>
                  <VisibleText text={valueText(t, facet.field, value)} />
                </span>
                <span className={styles.count}>{formats.compact(count)}</span>
              </button>
              <Button
                size="small"
                className={styles.only}
                aria-label={t("onlyValue", { value: visibleString(valueText(t, facet.field, value)) })}
                onClick={() => onChange(selectOnlyFacet(resource, filters, choice))}
              >
                {t("only")}
              </Button>
            </li>
          );
        })}
      </ul>
      {more > 0 && <p className={styles.note}>{t("otherValues", { count: more })}</p>}
    </div>
  );
}

function valueText(t: ReturnType<typeof useFiltersText>, field: FacetField, value: string): string {
  return field === "error" ? t(value === "true" ? "withError" : "withoutError") : value;
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
