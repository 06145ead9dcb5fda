import { ArrowRight } from "lucide-react";
import styles from "./content.module.css";

/** An arrow in a line of text. It is an icon, because many fonts lack the character. */
export function Arrow() {
  return (
    <>
      <span className={styles.arrowText}> → </span>
      <ArrowRight className={styles.arrow} size={12} aria-hidden />
    </>
  );
}
