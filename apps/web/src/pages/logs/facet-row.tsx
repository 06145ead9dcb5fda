import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useFormats } from "../../messages/formats.ts";
import styles from "./facet-rail.module.css";

/** A value or a range of a facet, with a bar for its share of the highest count. */
export function FacetRow({
  isChosen,
  count,
  most,
  title,
  children,
  onClick,
}: {
  readonly isChosen: boolean;
  /** Null or undefined if the records with the value are not counted. */
  readonly count: number | null | undefined;
  /** Highest count of the facet. */
  readonly most: number;
  readonly title?: string | undefined;
  readonly children: ReactNode;
  readonly onClick: () => void;
}) {
  const formats = useFormats();
  return (
    <button type="button" className={styles.value} aria-pressed={isChosen} onClick={onClick}>
      <span className={styles.share} style={{ width: `${((count ?? 0) / most) * 100}%` }} />
      <span className={styles.box}>{isChosen && <Check size={10} aria-hidden />}</span>
      <span className={styles.text} title={title}>
        {children}
      </span>
      <span className={styles.count}>{formats.compact(count)}</span>
    </button>
  );
}
