import { TextField } from "./field.tsx";
import styles from "./search-field.module.css";

export function SearchField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  return (
    <div className={styles.search}>
      <TextField
        type="search"
        label={label}
        hideLabel
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
