import { X } from "lucide-react";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { JudgeMarks } from "../evaluators/agreement/judge-marks.tsx";
import { type ChangedSearch, type CompareSearch, type Display, displays } from "./experiment-search.ts";
import styles from "./experiments-page.module.css";
import { useExperimentsText } from "./messages.ts";
import type { ScoreSpread } from "./score-bins.ts";
import { useBinText } from "./use-bin-text.ts";

/** Toolbar above the items of a single experiment: display, filters, and the number of shown items. */
export function ResultTools({
  search,
  display,
  hasExpected,
  spreads,
  failedCount,
  shownCount,
  rowCount,
  onChange,
}: {
  readonly search: CompareSearch;
  readonly display: Display;
  /** Whether any item has an expected output, with which its output can be compared. */
  readonly hasExpected: boolean;
  readonly spreads: readonly ScoreSpread[];
  readonly failedCount: number;
  readonly shownCount: number;
  readonly rowCount: number;
  /** Called with the changed part of the search. */
  readonly onChange: (part: ChangedSearch) => void;
}) {
  const t = useExperimentsText();
  const binText = useBinText();
  const bin = spreads
    .find(({ name }) => name === search.score)
    ?.bins.find(({ from }) => search.bin !== undefined && from === search.bin);
  return (
    <div className={styles.tools}>
      <SearchField
        label={t("searchItems")}
        value={search.search ?? ""}
        onChange={(words) => onChange({ search: words })}
      />
      <div role="group" aria-label={t("display")} className={styles.group}>
        {displays
          .filter((name) => hasExpected || name !== "diff")
          .map((name) => (
            <Button key={name} isPressed={display === name} onClick={() => onChange({ display: name })}>
              {t(name === "diff" ? "diffFromExpected" : name)}
            </Button>
          ))}
      </div>
      {(failedCount > 0 || search.failed) && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={search.failed === true}
            onChange={({ target }) => onChange({ failed: target.checked ? true : undefined })}
          />
          {t("failedOnly", { count: failedCount })}
        </label>
      )}
      {bin && (
        <Button title={t("removeFilter")} onClick={() => onChange({ score: undefined, bin: undefined })}>
          {visibleString(`${search.score}: ${binText(search.score ?? "", bin)}`)}
          <X size={14} aria-hidden />
        </Button>
      )}
      <JudgeMarks names={spreads.map(({ name }) => name)} />
      <span className={styles.count} role="status">
        {shownCount === rowCount
          ? t("rows", { count: rowCount })
          : t("rowsShown", { shown: shownCount, total: rowCount })}
      </span>
    </div>
  );
}
