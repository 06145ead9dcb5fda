import { ChevronDown } from "lucide-react";
import styles from "./select.module.css";
import { VisibleText } from "./visible-text.tsx";

export function MultiSelectValue({
  values,
  placeholder,
}: {
  readonly values: readonly string[];
  readonly placeholder: string;
}) {
  return (
    <>
      <span className={styles.value}>
        {values.length === 0 ? placeholder : <VisibleText text={values.join(", ")} />}
      </span>
      <ChevronDown aria-hidden size={14} className={styles.arrow} />
    </>
  );
}
