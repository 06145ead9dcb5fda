import { useFormats } from "../messages/formats.ts";
import { Badge } from "./badge.tsx";
import styles from "./badge-list.module.css";

/** Labels on one line. Shows the first `max` labels and the number of the rest, which a tooltip lists. */
export function BadgeList({ labels, max }: { readonly labels: readonly string[]; readonly max: number }) {
  const formats = useFormats();
  const rest = labels.slice(max);
  return (
    <span className={styles.list}>
      {labels.slice(0, max).map((label) => (
        <Badge key={label} title={label}>
          {label}
        </Badge>
      ))}
      {rest.length > 0 && (
        <span className={styles.rest}>
          <Badge title={rest.join(", ")}>+{formats.number(rest.length)}</Badge>
          <span className="visually-hidden">{rest.join(", ")}</span>
        </span>
      )}
    </span>
  );
}
