import { QueryError } from "@threadline/schema/query";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { classes } from "../../../ui/classes.ts";
import { TextField } from "../../../ui/field.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { LogResource } from "../log-resource.ts";
import type { LogSearch } from "../log-search.ts";
import styles from "./filters.module.css";
import { fieldText, useFiltersText } from "./messages.ts";
import { complete, completionAt, type Offer, offersOf } from "./query-completion.ts";
import { useQueryProblem } from "./query-problem.ts";
import { formatSearchText, moveToChips, readSearchText } from "./query-text.ts";
import { useQuerySuggestions } from "./use-suggestions.ts";

/** Time after the last change until the list is searched, in milliseconds. */
const pause = 400;

/** Search box of a list: a text or a query, with completion of names and values. */
export function QueryBox({
  resource,
  search,
  onChange,
}: {
  readonly resource: LogResource;
  readonly search: LogSearch;
  readonly onChange: (change: Partial<LogSearch>, options?: { readonly replace?: boolean }) => void;
}) {
  const t = useFiltersText();
  const problemText = useQueryProblem();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const shown = formatSearchText(search);
  const [box, setBox] = useState(() => boxOf(shown));
  const [cursor, setCursor] = useState<number | null>(null);
  const [active, setActive] = useState(-1);
  useHotkeys("/", () => frame.current?.querySelector("input")?.focus(), { preventDefault: true });
  if (box.shown !== shown) setBox(box.expected === shown ? { ...box, shown } : boxOf(shown));
  const { text } = box;

  const completion = cursor === null ? undefined : completionAt(resource, text, cursor);
  const known = useQuerySuggestions(resource, completion);
  const offers = completion === undefined ? [] : offersOf(resource, completion, known);
  const isOpen = offers.length > 0;

  const submit = (read: () => Partial<LogSearch>, { isLive = false } = {}): void => {
    try {
      const change = read();
      const expected = formatSearchText(change);
      setBox({ ...box, text: isLive ? text : expected, searched: isLive ? text : expected, expected, isWrong: false });
      onChange(change, { replace: isLive });
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      setBox({ ...box, searched: text, isWrong: true });
    }
  };
  const searchLater = useRef(() => {});
  searchLater.current = () => submit(() => readSearchText(resource, text, Date.now()), { isLive: true });
  const { searched } = box;
  useEffect(() => {
    if (text === searched) return;
    const timer = setTimeout(() => searchLater.current(), pause);
    return () => clearTimeout(timer);
  }, [text, searched]);

  const edit = (next: string, at: number | null): void => {
    setBox({ ...box, text: next, isWrong: false });
    setCursor(at);
    setActive(-1);
  };
  const choose = (offer: Offer): void => {
    if (completion === undefined || cursor === null) return;
    const next = complete(text, cursor, { completion, offer });
    edit(next.text, next.cursor);
    const input = frame.current?.querySelector("input");
    input?.focus();
    requestAnimationFrame(() => input?.setSelectionRange(next.cursor, next.cursor));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const offer = offers[active];
    if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((active + step + offers.length + (active < 0 && step < 0 ? 1 : 0)) % offers.length);
    } else if (offer !== undefined && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      choose(offer);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      setCursor(null);
    } else if (event.key === "Enter") {
      setCursor(null);
      submit(() => moveToChips(resource, text, { filters: search.filters ?? [], now: Date.now() }));
    }
  };
  // A query in the URL may be wrong, too.
  const isWrong = box.isWrong || (text === shown && search.query !== undefined);
  return (
    <div
      ref={frame}
      className={styles.search}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setCursor(null);
      }}
    >
      <Search size={14} aria-hidden />
      <TextField
        label={t(resource === "scores" ? "searchComment" : "search")}
        hideLabel
        type="search"
        placeholder={t(resource === "scores" ? "searchCommentHint" : "searchHint")}
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-offers` : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        error={isWrong ? problemText(resource, text) : null}
        value={text}
        onChange={({ currentTarget }) => edit(currentTarget.value, currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div role="listbox" id={`${id}-offers`} aria-label={t("completions")} className={styles.offers}>
          {offers.map((offer, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input handles the keys
            <div
              key={offer.label}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classes(styles.offer, index === active && styles.activeOffer)}
              // Keeps the focus in the input.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(offer)}
            >
              <VisibleText text={offer.label} />
              {offer.field !== undefined && <span className={styles.offerField}>{fieldText(t, offer.field)}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

interface Box {
  /** Text of the URL's search, and the text that it will have after the last change. */
  readonly shown: string;
  readonly expected: string;
  readonly text: string;
  /** Text that was searched last. */
  readonly searched: string;
  readonly isWrong: boolean;
}

function boxOf(shown: string): Box {
  return { shown, expected: shown, text: shown, searched: shown, isWrong: false };
}
