import { QueryError } from "@threadline/schema/query";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "../../../ui/use-shortcuts.ts";
import type { LogResource } from "../log-resource.ts";
import type { LogSearch } from "../log-search.ts";
import styles from "./filters.module.css";
import { useFiltersText } from "./messages.ts";
import { QueryInput } from "./query-input.tsx";
import { useQueryProblem } from "./query-problem.ts";
import { formatSearchText, moveToChips, readSearchText } from "./query-text.ts";

/** Delay between the last change of the text and the search, in milliseconds. */
const pause = 400;
/** The delay while the text is being completed. */
const completionPause = 2_000;

/** Search box of a list. It accepts plain text or a query, and completes field names and values. */
export function QueryBox({
  resource,
  search,
  isWrapped,
  onChange,
  onUnsearched,
}: {
  readonly resource: LogResource;
  readonly search: LogSearch;
  readonly isWrapped: boolean;
  readonly onChange: (change: Partial<LogSearch>, options?: { readonly replace?: boolean }) => void;
  readonly onUnsearched?: ((isUnsearched: boolean) => void) | undefined;
}) {
  const t = useFiltersText();
  const problemText = useQueryProblem();
  const frame = useRef<HTMLDivElement>(null);
  const shown = formatSearchText(search);
  const [box, setBox] = useState(() => boxOf(shown));
  const [isCompleting, setIsCompleting] = useState(false);
  // The shortcut is the character `/` and not a certain key, because some keyboards need Shift for this character.
  useShortcuts(["/"], () => frame.current?.querySelector<HTMLElement>("input, textarea")?.focus(), {
    preventDefault: true,
    useKey: true,
    ignoreModifiers: true,
  });
  if (box.shown !== shown) setBox(box.expected === shown ? { ...box, shown } : boxOf(shown));
  const { text } = box;

  const submit = (read: () => Partial<LogSearch>, { isLive = false } = {}): void => {
    try {
      const change = read();
      const expected = formatSearchText(change);
      setBox({ ...box, text: isLive ? text : expected, searched: isLive ? text : expected, expected, isWrong: false });
      onChange(change, { replace: isLive });
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      setBox({ ...box, searched: text, isWrong: true, isEntered: !isLive });
    }
  };
  const searchLater = useRef(() => {});
  searchLater.current = () => submit(() => readSearchText(resource, text, Date.now()), { isLive: true });
  const { searched } = box;
  useEffect(() => {
    if (text === searched) return;
    const timer = setTimeout(() => searchLater.current(), isCompleting ? completionPause : pause);
    return () => clearTimeout(timer);
  }, [text, searched, isCompleting]);

  const isUnsearched = !isCompleting && (box.isWrong || text !== searched);
  useEffect(() => onUnsearched?.(isUnsearched), [isUnsearched, onUnsearched]);

  // `box.isWrong` only concerns texts that the user has entered. `problemText` is therefore also called for a query
  // from the URL, which can be invalid, too.
  // While nothing is typed after a colon at the end, the query is unfinished and not wrong, unless Enter was pressed.
  const isUnfinished = /[^\s:]:$/u.test(text) && !box.isEntered;
  const isWrong = (box.isWrong && !isUnfinished) || (text === shown && search.query !== undefined);
  return (
    <div ref={frame} className={styles.search}>
      <Search size={14} aria-hidden />
      <QueryInput
        resource={resource}
        type="search"
        isWrapped={isWrapped}
        label={t(resource === "scores" ? "searchComment" : "search")}
        hideLabel
        placeholder={t(resource === "scores" ? "searchCommentHint" : "searchHint")}
        error={isWrong && !isCompleting ? problemText(resource, text) : null}
        text={text}
        onChange={(next) => setBox({ ...box, text: next, isWrong: false, isEntered: false })}
        onCompleting={setIsCompleting}
        onEnter={() => submit(() => moveToChips(resource, text, { filters: search.filters ?? [], now: Date.now() }))}
      />
    </div>
  );
}

interface Box {
  /** Search text in the current URL. */
  readonly shown: string;
  /** Search text that the latest search puts into the URL. It differs from `shown` until the URL has changed. */
  readonly expected: string;
  readonly text: string;
  readonly searched: string;
  readonly isWrong: boolean;
  /** Whether the wrong text was submitted with Enter. */
  readonly isEntered?: boolean;
}

function boxOf(shown: string): Box {
  return { shown, expected: shown, text: shown, searched: shown, isWrong: false };
}
