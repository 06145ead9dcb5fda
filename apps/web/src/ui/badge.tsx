import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { classes } from "./classes.ts";
import { VisibleText } from "./visible-text.tsx";
import { visibleString } from "../messages/hidden-characters.ts";

export function Badge({
  tone = "neutral",
  title,
  name,
  children,
}: {
  readonly tone?: "neutral" | "accent" | "success" | "warning" | "danger" | undefined;
  readonly title?: string | undefined;
  /** Name of the value. Only the name is truncated, unless the value alone is too long. */
  readonly name?: string | undefined;
  readonly children: ReactNode;
}) {
  // Long text is truncated, so the tooltip shows it in full.
  const tip = title ?? (typeof children === "string" && children.length > 40 ? children : undefined);
  const content = typeof children === "string" ? <VisibleText text={children} /> : children;
  return (
    <span title={tip && visibleString(tip)} className={classes(styles.badge, tone !== "neutral" && styles[tone])}>
      {name === undefined ? (
        content
      ) : (
        <span className={styles.named}>
          <span data-badge-name>
            <VisibleText text={name} />
          </span>{" "}
          <span>{content}</span>
        </span>
      )}
    </span>
  );
}
