import { Button } from "../../../ui/button.tsx";
import styles from "./choice.module.css";

export function Choice<Name extends string>({
  label,
  names,
  value,
  text,
  onChange,
}: {
  readonly label: string;
  readonly names: readonly Name[];
  readonly value: Name;
  readonly text: (name: Name) => string;
  readonly onChange: (name: Name) => void;
}) {
  return (
    <div role="group" aria-label={label} className={styles.choice}>
      {names.map((name) => (
        <Button key={name} isPressed={name === value} onClick={() => onChange(name)}>
          {text(name)}
        </Button>
      ))}
    </div>
  );
}
