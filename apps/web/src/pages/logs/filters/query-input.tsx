import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { classes } from "../../../ui/classes.ts";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { LogResource } from "../log-resource.ts";
import styles from "./filters.module.css";
import { fieldText, useFiltersText } from "./messages.ts";
import { complete, completionAt, type Offer, offersOf } from "./query-completion.ts";
import type { ScoreBounds } from "./use-score-choices.ts";
import { useQuerySuggestions } from "./use-suggestions.ts";

const ScoreAbout = onDemand(async () => (await import("./score-about.tsx")).ScoreAbout);

export function QueryInput({
  resource,
  text,
  label,
  hint,
  hideLabel,
  type = "text",
  isWrapped = false,
  placeholder,
  maxLength,
  error,
  onChange,
  onCompleting,
  onEnter,
}: {
  /** List whose fields are suggested. Undefined disables suggestions. */
  readonly resource: LogResource | undefined;
  readonly text: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly hideLabel?: boolean | undefined;
  readonly type?: "text" | "search";
  /** Whether a long text wraps. The field then grows with its text. */
  readonly isWrapped?: boolean;
  readonly placeholder: string;
  readonly maxLength?: number;
  readonly error: string | null;
  readonly onChange: (text: string) => void;
  /** Called with true when the text at the cursor is being completed, and with false when that ends. */
  readonly onCompleting?: ((isCompleting: boolean) => void) | undefined;
  /** Called when Enter is pressed, unless that selects a suggestion. */
  readonly onEnter?: () => void;
}) {
  const t = useFiltersText();
  const formats = useFormats();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [active, setActive] = useState(-1);
  const completion = cursor === null || resource === undefined ? undefined : completionAt(resource, text, cursor);
  const { known, bounds } = useQuerySuggestions(resource ?? "threads", completion);
  const offers =
    completion === undefined || resource === undefined ? [] : offersOf(resource, completion, known, bounds);
  const isOpen = offers.length > 0;
  // After a colon, values are only suggested once they have loaded, and not for each field.
  const isCompleting = isOpen || (cursor !== null && text.slice(0, cursor).endsWith(":"));
  useEffect(() => onCompleting?.(isCompleting), [isCompleting, onCompleting]);

  const edit = (next: string, at: number | null): void => {
    onChange(next);
    setCursor(at);
    setActive(-1);
  };
  const boundsText = ({ minimum, maximum }: ScoreBounds): string =>
    minimum === null || maximum === null
      ? t("field_scoreValue")
      : t("valueRange", { from: formats.number(minimum), to: formats.number(maximum) });
  const choose = (offer: Offer): void => {
    if (completion === undefined || cursor === null) return;
    const next = complete(text, cursor, { completion, offer });
    edit(next.text, next.cursor);
    const element = frame.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    element?.focus();
    requestAnimationFrame(() => element?.setSelectionRange(next.cursor, next.cursor));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    const offer = offers[active];
    if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((active + step + offers.length + (active < 0 && step < 0 ? 1 : 0)) % offers.length);
    } else if (offer !== undefined && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      choose(offer);
    } else if (event.key === "Escape" && isOpen) {
      // Escape closes only the suggestions, and not the dialog around the input.
      event.preventDefault();
      event.stopPropagation();
      setCursor(null);
    } else if (event.key === "Enter") {
      if (isWrapped) event.preventDefault();
      setCursor(null);
      onEnter?.();
    }
  };
  const shared = {
    label,
    hint,
    hideLabel,
    placeholder,
    maxLength,
    error,
    autoComplete: "off",
    spellCheck: false,
    "aria-autocomplete": "list",
    "aria-controls": isOpen ? `${id}-offers` : undefined,
    "aria-activedescendant": isOpen && active >= 0 ? `${id}-${active}` : undefined,
    value: text,
    onKeyDown,
  } as const;
  return (
    <div
      ref={frame}
      className={styles.queryInput}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setCursor(null);
      }}
    >
      {isWrapped ? (
        <TextArea
          {...shared}
          rows={1}
          className={styles.wrapped}
          // A query has one line. A pasted text may have several.
          onChange={({ currentTarget }) =>
            edit(currentTarget.value.replaceAll(/[\r\n]/g, " "), currentTarget.selectionStart)
          }
        />
      ) : (
        <TextField
          {...shared}
          type={type}
          onChange={({ currentTarget }) => edit(currentTarget.value, currentTarget.selectionStart)}
        />
      )}
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
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(offer)}
            >
              <VisibleText text={offer.label} />
              {offer.field !== undefined && <span className={styles.offerField}>{fieldText(t, offer.field)}</span>}
              {offer.bounds !== undefined && <span className={styles.offerField}>{boundsText(offer.bounds)}</span>}
              {offer.score !== undefined && <ScoreAbout name={offer.score} />}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
