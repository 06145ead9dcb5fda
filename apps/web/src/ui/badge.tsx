import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { classes } from "./classes.ts";
import { VisibleText } from "./visible-text.tsx";
import { visibleString } from "../messages/hidden-characters.ts";

/** A short piece of information, such as a tag, a status or a count. */
export function Badge({
  tone = "neutral",
  title,
  children,
}: {
  readonly tone?: "neutral" | "accent" | "success" | "warning" | "danger" | undefined;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) {
  // Shows the full text on hover, because long text is truncated.
  const tip = title ?? (typeof children === "string" && children.length > 40 ? children : undefined);
  return (
    <span title={tip && visibleString(tip)} className={classes(styles.badge, tone !== "neutral" && styles[tone])}>
      {typeof children === "string" ? <VisibleText text={children} /> : children}
    </span>
  );
}
