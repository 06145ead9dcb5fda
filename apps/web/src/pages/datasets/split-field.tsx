import { TextField } from "../../ui/field.tsx";
import { readSplits } from "@threadline/schema/read-splits";
import { useDatasetsText } from "./messages.ts";
import styles from "./datasets-page.module.css";

export function SplitField({
  label,
  value,
  known,
  onChange,
}: {
  /** Default: "Splits". */
  readonly label?: string | undefined;
  readonly value: string;
  readonly known: readonly string[];
  readonly onChange: (text: string) => void;
}) {
  const t = useDatasetsText();
  const chosen = readSplits(value);
  const others = known.filter((name) => !chosen.includes(name));
  return (
    <div className={styles.splitField}>
      <TextField
        label={label ?? t("splits")}
        hint={t("splitsHint")}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {others.length > 0 && (
        <div className={styles.known}>
          {others.map((name) => (
            <button
              key={name}
              type="button"
              className={styles.knownSplit}
              aria-label={t("addSplit", { name })}
              onClick={() => onChange([...chosen, name].join(", "))}
            >
              + {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
