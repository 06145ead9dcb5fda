import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "../../../ui/classes.ts";
import { MessageLink } from "../content/message-link.tsx";
import { useThreadText } from "../messages.ts";
import type { Outline } from "../outline/outline.ts";
import styles from "./cards.module.css";

/** Frame of a card. A click on the card or on its title selects the step. */
export function CardFrame(props: {
  readonly outline: Outline;
  readonly step: number;
  readonly look: "user" | "assistant" | "system" | "work" | "turn" | "agent";
  readonly isSelected: boolean;
  readonly isMatch: boolean;
  readonly title: ReactNode;
  readonly middle?: ReactNode;
  readonly facts?: ReactNode;
  readonly onSelect: (step: number) => void;
  readonly children?: ReactNode;
}) {
  const { outline, step, look, isSelected, isMatch, title, middle, facts, onSelect, children } = props;
  const t = useThreadText();
  return (
    // The card needs no keyboard handler, because its title is a button that also selects the step.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- as above
    <article
      className={classes(styles.card, isMatch && styles.match)}
      data-look={look}
      data-selected={isSelected || undefined}
      data-failed={outline.hasError(step) || undefined}
      data-step={outline.idOf(step)}
      onClick={(event) => {
        // Clicks on links and controls in the card, and text selection, do not select the step.
        if ((event.target as Element).closest("a, button, summary, audio, video, iframe")) return;
        if (getSelection()?.isCollapsed !== false) onSelect(step);
      }}
    >
      <header className={styles.head}>
        <button
          type="button"
          className={styles.title}
          aria-current={isSelected || undefined}
          onClick={() => onSelect(step)}
        >
          {title}
        </button>
        {middle}
        <MessageLink stepId={outline.idOf(step)} className={styles.link} />
        <span className={styles.facts}>
          {outline.hasError(step) && (
            <span className={styles.failed}>
              <CircleAlert size={13} aria-hidden />
              {t("failed")}
            </span>
          )}
          {facts}
        </span>
      </header>
      {children}
    </article>
  );
}
