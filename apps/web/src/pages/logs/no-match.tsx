import { defineMessages } from "../../messages/define-messages.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { partSearch } from "./filters/part-search.ts";
import { separateWords } from "./filters/separate-words.ts";
import type { LogResource } from "./log-resource.ts";
import type { LogSearch } from "./log-search.ts";

const useNoMatchText = defineMessages("noMatch", {
  en: {
    title: "No results",
    clear: "Clear filters",
    oneText: "The search finds these words only next to each other.",
    separate: "Search for all of these words",
    wholeName: "{{whole}} finds only the whole name.",
    partOfName: "Search for {{part}}",
  },
  de: {
    title: "Keine Ergebnisse",
    clear: "Filter zurücksetzen",
    oneText: "Die Suche findet diese Wörter nur direkt hintereinander.",
    separate: "Nach allen diesen Wörtern suchen",
    wholeName: "{{whole}} findet nur den ganzen Namen.",
    partOfName: "Nach {{part}} suchen",
  },
});

/**
 * Shown if no record matches. Offers to search for words that do not follow each other or for a part of a name, and to
 * clear the filters.
 */
export function NoMatch({
  resource,
  search,
  onChange,
}: {
  readonly resource: LogResource;
  readonly search: LogSearch;
  readonly onChange: (changed: Partial<LogSearch>) => void;
}) {
  const t = useNoMatchText();
  const separate = separateWords(resource, search);
  const partial = partSearch(resource, search.query);
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
      {partial !== undefined && (
        <>
          <p>{t("wholeName", { whole: visibleString(partial.whole) })}</p>
          <Button
            look={separate === undefined ? "primary" : "normal"}
            onClick={() => onChange({ query: partial.query })}
          >
            {t("partOfName", { part: visibleString(partial.part) })}
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
