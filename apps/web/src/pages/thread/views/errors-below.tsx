import { CircleAlert } from "lucide-react";
import { useFormats } from "../../../messages/formats.ts";
import { useThreadText } from "../messages.ts";
import type { Outline } from "../outline/outline.ts";
import styles from "./cards.module.css";

/** Number of failed steps inside a collapsed step. A click selects the first one, which expands the step. */
export function ErrorsBelow(props: {
  readonly outline: Outline;
  readonly step: number;
  readonly onSelect: (step: number) => void;
}) {
  const { outline, step, onSelect } = props;
  const t = useThreadText();
  const formats = useFormats();
  const count = outline.errorsBelow(step);
  if (count === 0) return null;
  const showFirst = (button: HTMLElement): void => {
    // The click removes this button. The focus moves to the title of its card.
    button.closest("article")?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
    for (const each of outline.descendants(step)) if (outline.hasError(each)) return onSelect(each);
  };
  return (
    <button
      type="button"
      className={styles.runErrors}
      title={t("errorsBelowHint")}
      onClick={({ currentTarget }) => showFirst(currentTarget)}
    >
      <CircleAlert size={13} aria-hidden />
      {t("errorsBelow", { count, formatted: formats.number(count) })}
    </button>
  );
}
