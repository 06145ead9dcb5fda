import { ChevronDown } from "lucide-react";
import type { SelectOption } from "./select-props.ts";
import styles from "./select.module.css";

export function SelectValue({ options, value }: { readonly options: readonly SelectOption[]; readonly value: string }) {
  const selected = options.find((option) => option.value === value);
  return (
    <>
      <span className={styles.value} lang={selected?.lang}>
        {selected?.label}
      </span>
      <ChevronDown aria-hidden size={14} className={styles.arrow} />
    </>
  );
}
