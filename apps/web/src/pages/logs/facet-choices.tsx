import { Check } from "lucide-react";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Button } from "../../ui/button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./facet-rail.module.css";
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
}

export function FacetChoices({ resource, facet, filters, showsUnmatched = false, onChange }: FacetChoicesProps) {
  const t = useFiltersText();
  const formats = useFormats();
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
        return (
          <li
            key={value}
            className={styles.item}
            data-unmatched={(count === 0 && !isChosen && !showsUnmatched) || undefined}
          >
            <button
              type="button"
              className={styles.value}
              aria-pressed={isChosen}
              onClick={() => onChange(toggleFacet(resource, filters, choice))}
            >
              <span className={styles.share} style={{ width: `${((count ?? 0) / most) * 100}%` }} />
              <span className={styles.box}>{isChosen && <Check size={10} aria-hidden />}</span>
              <span className={styles.text} title={visibleString(value)}>
                <DividedText {...(parts[index] ?? { start: "", end: textOf(value) })} />
              </span>
              <span className={styles.count}>{formats.compact(count)}</span>
            </button>
            <Button
              size="small"
              className={styles.only}
              aria-label={t("onlyValue", { value: visibleString(textOf(value)) })}
              onClick={() => onChange(selectOnlyFacet(resource, filters, choice))}
            >
              {t("only")}
            </Button>
          </li>
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
