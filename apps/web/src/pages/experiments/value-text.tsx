import { readableJson } from "../../json/json-text.ts";
import { classes } from "../../ui/classes.ts";
import { lineOf, plainText } from "../thread/content/plain-text.ts";
import type { Cell } from "./compared-row.ts";
import type { Display } from "./experiment-search.ts";
import styles from "./experiments-page.module.css";
import { VisibleText } from "../../ui/visible-text.tsx";

export function ValueText({ value, display }: { readonly value: Cell["output"]; readonly display: Display }) {
  const isCompact = display === "compact";
  // If texts are compared, they are shown without JSON quotes and braces, like the texts in the diff.
  const whole = display === "diff" ? plainText(value) : null;
  return (
    <div className={classes(styles.text, isCompact && styles.compact)}>
      <VisibleText text={isCompact ? lineOf(value, 300) : (whole ?? readableJson(value))} />
    </div>
  );
}
