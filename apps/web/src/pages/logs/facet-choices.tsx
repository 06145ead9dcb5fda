import { ChevronDown, ChevronUp } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./facet-rail.module.css";
import { FacetRow } from "./facet-row.tsx";
import type { Facet } from "./facet.ts";
import type { Condition } from "./filters/condition.ts";
import { divideTexts } from "./facet-texts.ts";
import { isFacetChosen, selectOnlyFacet, toggleFacet } from "./filters/facet-condition.ts";
import { scoreTypeText, useFiltersText } from "./filters/messages.ts";
import type { LogResource } from "./log-resource.ts";

export interface FacetChoicesProps {
  /**
   * Whether values without matches are visible. By default, they only keep their space, so that the values below them
   * do not move while the pointer is on them.
   */
  readonly showsUnmatched?: boolean | undefined;
  readonly resource: LogResource;
  readonly facet: Facet;
  readonly filters: readonly Condition[];
  readonly onChange: (filters: readonly Condition[]) => void;
  /** Returns the parts of a value, such as the labels of a score, which are shown when the user opens the value. */
  readonly partsOf?: ((value: string) => ReactNode) | undefined;
}

export function FacetChoices({
  resource,
  facet,
  filters,
  showsUnmatched = false,
  onChange,
  partsOf,
}: FacetChoicesProps) {
  const t = useFiltersText();
  const [opened, setOpened] = useState<Readonly<Record<string, boolean>>>({});
  const textOf = (value: string): string =>
    facet.field === "error"
      ? t(value === "true" ? "withError" : "withoutError")
      : resource === "scores" && facet.field === "type"
        ? scoreTypeText(t, value)
        : value;
  const parts = divideTexts(facet.values.map(({ value }) => textOf(value)));
  const most = Math.max(...facet.values.map(({ count }) => count ?? 0), 1);
  return (
    <ul className={styles.values}>
      {facet.values.map(({ value, json, count }, index) => {
        const choice = { field: facet.field, path: facet.path, value, json };
        const isChosen = isFacetChosen(resource, filters, choice);
        // A score whose label or value is selected is open.
        const isOpen =
          partsOf !== undefined &&
          (opened[value] ?? filters.some((each) => each.path === value && each.value !== null));
        const isUnmatched = (count === 0 && !isChosen && !isOpen && !showsUnmatched) || undefined;
        return (
          <Fragment key={value}>
            <li className={styles.item} data-unmatched={isUnmatched} data-parts={partsOf !== undefined || undefined}>
              <FacetRow
                isChosen={isChosen}
                count={count}
                most={most}
                title={visibleString(value)}
                onClick={() => onChange(toggleFacet(resource, filters, choice))}
              >
                <DividedText {...(parts[index] ?? { start: "", end: textOf(value) })} />
              </FacetRow>
              <Button
                size="small"
                className={styles.only}
                aria-label={t("onlyValue", { value: visibleString(textOf(value)) })}
                onClick={() => onChange(selectOnlyFacet(resource, filters, choice))}
              >
                {t("only")}
              </Button>
              {partsOf && (
                <IconButton
                  size="small"
                  label={t("valuesOf", { name: visibleString(value) })}
                  aria-expanded={isOpen}
                  className={styles.open}
                  onClick={() => setOpened({ ...opened, [value]: !isOpen })}
                >
                  {isOpen ? <ChevronUp size={12} /> : <ChevronDown size={12} />}
                </IconButton>
              )}
            </li>
            {isOpen && <li className={styles.parts}>{partsOf(value)}</li>}
          </Fragment>
        );
      })}
    </ul>
  );
}

/** A text whose end stays visible when the text is cut. Screen readers read it as one text. */
function DividedText({ start, end }: { readonly start: string; readonly end: string }) {
  if (start === "") return <VisibleText text={end} />;
  return (
    <>
      <span className="visually-hidden">
        <VisibleText text={start + end} />
      </span>
      <span aria-hidden dir="auto" className={styles.divided}>
        <span>
          <VisibleText text={start} />
        </span>
        <span>
          <VisibleText text={end} />
        </span>
      </span>
    </>
  );
}
