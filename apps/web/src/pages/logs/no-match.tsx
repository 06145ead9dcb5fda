import { defineMessages } from "../../messages/define-messages.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { separateWords } from "./filters/separate-words.ts";
import type { LogSearch } from "./log-search.ts";

const useNoMatchText = defineMessages("noMatch", {
  en: {
    title: "No results",
    clear: "Clear filters",
    oneText: "The search finds these words only next to each other.",
    separate: "Search for all of these words",
  },
  de: {
    title: "Keine Ergebnisse",
    clear: "Filter zurücksetzen",
    oneText: "Die Suche findet diese Wörter nur direkt hintereinander.",
    separate: "Nach allen diesen Wörtern suchen",
  },
});

/** Shown if no record matches. Offers to search for words that do not follow each other, and to clear the filters. */
export function NoMatch({
  search,
  onChange,
}: {
  readonly search: LogSearch;
  readonly onChange: (changed: Partial<LogSearch>) => void;
}) {
  const t = useNoMatchText();
  const separate = separateWords(search);
  return (
    <EmptyState drawing="search" title={t("title")}>
      {separate !== undefined && (
        <>
          <p>{t("oneText")}</p>
          <Button look="primary" onClick={() => onChange({ q: undefined, query: separate })}>
            {t("separate")}
          </Button>
        </>
      )}
      <Button
        onClick={() =>
          onChange({
            filters: undefined,
            q: undefined,
            query: undefined,
            range: undefined,
            from: undefined,
            to: undefined,
          })
        }
      >
        {t("clear")}
      </Button>
    </EmptyState>
  );
}
