import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { visibleString } from "../../messages/hidden-characters.ts";
import { JudgeMarks } from "../evaluators/agreement/judge-marks.tsx";
import { type ChangedSearch, type CompareSearch, type Display, displays } from "./experiment-search.ts";
import styles from "./experiments-page.module.css";
import { useExperimentsText } from "./messages.ts";

/** Toolbar above the table that compares experiments. */
export function CompareTools({
  display,
  isDetailed,
  search,
  scoreNames,
  hasComparison,
  shownCount,
  rowCount,
  onDetails,
  onChange,
}: {
  readonly display: Display;
  readonly isDetailed: boolean;
  readonly search: CompareSearch;
  readonly scoreNames: readonly string[];
  /** Whether any score can be compared with the baseline. */
  readonly hasComparison: boolean;
  readonly shownCount: number;
  readonly rowCount: number;
  readonly onDetails: (isDetailed: boolean) => void;
  /** Called with the changed part of the search. */
  readonly onChange: (part: ChangedSearch) => void;
}) {
  const t = useExperimentsText();
  // A filter that is set can always be removed.
  const hasFilters = hasComparison || search.regressions === true || search.improvements === true;
  return (
    <div className={styles.tools}>
      <SearchField
        label={t("searchItems")}
        value={search.search ?? ""}
        onChange={(words) => onChange({ search: words })}
      />
      <div role="group" aria-label={t("display")} className={styles.group}>
        {displays.map((name) => (
          <Button key={name} isPressed={display === name} onClick={() => onChange({ display: name })}>
            {t(name)}
          </Button>
        ))}
      </div>
      <Button isPressed={isDetailed} title={t("detailsHint")} onClick={() => onDetails(!isDetailed)}>
        {t("details")}
      </Button>
      {hasFilters && scoreNames.length > 0 && (
        <SelectField
          label={t("score")}
          hideLabel
          value={search.score ?? ""}
          onChange={(score) => onChange({ score })}
          options={[
            { value: "", label: t("anyScore") },
            ...scoreNames.map((name) => ({ value: name, label: visibleString(name) })),
          ]}
        />
      )}
      {hasFilters && (
        <SelectField
          label={t("order")}
          hideLabel
          value={search.sort === "change" ? "change" : ""}
          onChange={(sort) => onChange({ sort })}
          options={[
            { value: "", label: t("datasetOrder") },
            { value: "change", label: t("regressionsFirst") },
          ]}
        />
      )}
      <JudgeMarks names={scoreNames} />
      {hasFilters && (
        <>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={search.regressions === true}
              onChange={({ target }) =>
                onChange({ regressions: target.checked ? true : undefined, improvements: undefined })
              }
            />
            {t("regressionsOnly")}
          </label>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={search.improvements === true}
              onChange={({ target }) =>
                onChange({ improvements: target.checked ? true : undefined, regressions: undefined })
              }
            />
            {t("improvementsOnly")}
          </label>
        </>
      )}
      <span className={styles.count} role="status">
        {shownCount === rowCount
          ? t("rows", { count: rowCount })
          : t("rowsShown", { shown: shownCount, total: rowCount })}
      </span>
    </div>
  );
}
