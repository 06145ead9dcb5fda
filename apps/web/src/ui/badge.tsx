import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { classes } from "./classes.ts";
import { VisibleText } from "./visible-text.tsx";
import { visibleString } from "./hidden-signs.ts";

/** A short fact: a tag, a status, a count. */
export function Badge({
  tone = "neutral",
  title,
  children,
}: {
  readonly tone?: "neutral" | "accent" | "success" | "warning" | "danger" | undefined;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span title={title && visibleString(title)} className={classes(styles.badge, tone !== "neutral" && styles[tone])}>
      {typeof children === "string" ? <VisibleText text={children} /> : children}
    </span>
  );
}
